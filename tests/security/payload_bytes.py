"""Bytes, fields, methods and headers that no page of ours sends."""

from __future__ import annotations

URLENCODED = b"application/x-www-form-urlencoded"

BYTES = (
    *(
        b"",
        b"\0",
        b"a\0b",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\xc3",
        b"\xe2\x80\xae",
        b"\xef\xbb\xbf1",
        b"%",
        b"%00",
    ),
    *(
        b"0",
        b"-1",
        b"1",
        b"2",
        b"7",
        b"999999",
        b"1e9",
        b"9" * 400,
        b"9" * 5000,
        b"NaN",
        b"1-0",
        b"1-999",
        b"2-1",
    ),
    *(b"44412", b"4x9", b"fours", b"keep", b"start", b"trump-H", b"card-KH", b"[]", b"{}", b"null", b"true"),
    *(b"../..", b"//evil.example", b"/\\evil", b"'\"><script>", b"{{7*7}}", b"%s%n", b"'; DROP TABLE x; --"),
    *(
        "\u0664\u0664".encode(),
        "\U0001d7d2".encode(),
        "\u202eab".encode(),
        b"x" * 600,
        b"\x1b[2J",
        b"a\r\nb: c",
    ),
)
FIELDS = (
    b"seen key player box dice throws points value strike out_of_turn note line right entry seat as sure sheet page"
    b" changes do name side-1 sides up out printed step stake kind amount unit thing rule-straights dice-1 card-1"
    b" late late-player home look press draft told all where role table number host version writers code"
    b" csrfmiddlewaretoken"
).split()
METHODS = (
    b"GET",
    b"GET",
    b"GET",
    b"HEAD",
    b"POST",
    b"PUT",
    b"PATCH",
    b"DELETE",
    b"OPTIONS",
    b"TRACE",
    b"BREW",
    b"get",
)
HEADERS = (
    *(b"HX-Request: true", b"HX-Request: \xff", b"HX-Current-URL: http://evil.example/\xff", b"HX-Target: #\0"),
    *(b"HX-Current-URL-URI-AutoEncoded: true", b"HX-Boosted: 1", b"HX-Prompt: %ff", b"X-HTTP-Method-Override: DELETE"),
    *(b"Accept-Language: \xff\xfe", b"Accept-Language: " + b"a," * 2000, b"Accept-Language: ../..;q=9", b"Accept: */*"),
    *(b"Accept-Encoding: gzip;q=nan", b"Accept-Encoding: br, gzip", b"If-None-Match: \"\xff", b"If-None-Match: *"),
    *(b"If-Modified-Since: never", b"Range: bytes=5-1", b"Range: bytes=-999999999999999999999", b"TE: x"),
    *(b"Expect: 100-continue", b"Expect: money", b"Last-Event-ID: \xff", b"Last-Event-ID: " + b"9" * 500),
    *(b"X-Forwarded-For: \xff, 1.2.3.4", b"TE: trailers", b"HX-Trigger: \0"),
    *(b"X_Forwarded_For: 1.2.3.4", b"Forwarded: for=\"", b"Upgrade: websocket", b"Connection: Upgrade"),
    *(b"Origin: null", b"Origin: http://[", b"Referer: http://[", b"Referer: \xff", b"Sec-Fetch-Site: cross-site"),
    *(b"Cookie: sessionid=\xff\xfe; csrftoken", b"Cookie: " + b"a=b; " * 1500, b"Cookie: ="),
    *(b"Cookie: passes=e30:1:\xff", b"Cookie: sessionid=" + b"a" * 5000, b"X: " + b"y" * 9000),
    *(b"Content-Encoding: gzip", b"Content-Encoding: \xff"),
    *(b"Content-Type: text/html", b"Content-Type: " + URLENCODED, b"Host: evil", b": x", b"no colon"),
)  # fmt: skip
