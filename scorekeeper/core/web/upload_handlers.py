"""Upload handler that enforces the limit of each URL, besides the server's own limit."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler, SkipFile


class BoundedUpload(FileUploadHandler):
    """Runs before Django's handlers and stops files that are too large.

    A file in a form without file fields is skipped.
    """

    left = 0

    def handle_raw_input(
        self,
        input_data: Any,
        headers: dict[str, str],
        content_length: int,
        boundary: Any,
        encoding: Any = None,
    ) -> None:
        """Read the limit of this address."""
        path = self.request.path if self.request is not None else ""
        self.left = settings.FILE_LIMITS.get(path, 0)
        if content_length > (self.left or settings.BODY_LIMIT):
            raise RequestDataTooBig("the files are too large")

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Skip a file that no form asks for."""
        if not self.left:
            raise SkipFile

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Count the bytes and pass them on."""
        self.left -= len(raw_data)
        if self.left < 0:
            raise RequestDataTooBig("the files are too large")
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handlers."""
