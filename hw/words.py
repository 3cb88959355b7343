"""What there is to say of a fault: in English as it stands, in another language where it is shown."""

import errno
from collections.abc import Callable


class Words(str):
    """A text that remembers how it was made, so that it can be said in another language.

    As a string it is the English text: what logs and terminals get. `template` is what translators see, with
    `values` by name in braces; a value may be `Words` too.
    """

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> "Words":
        words = super().__new__(cls, template.format(**values) if values else template)
        words.template, words.values = template, values
        return words


class SaidError(Exception):
    """An error that is made as its `words` are: `SaidError("GPIO {gpio} is busy", gpio=4)`."""

    def __init__(self, text: str, /, **values: object) -> None:
        self.words = text if isinstance(text, Words) else Words(text, **values)
        super().__init__(self.words)


def told(text: str, translate: Callable[[str], str]) -> str:
    """The text in the language of `translate` (gettext's); one that is no `Words` stays as it is."""
    if not isinstance(text, Words):
        return text
    template = translate(text.template)
    values = {
        name: told(value, translate) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return template.format(**values) if values else template


def system_words(error: OSError) -> Words:
    """What the operating system says of an error."""
    return _SYSTEM.get(error.errno or 0) or Words(error.strerror or str(error) or type(error).__name__)


# The system speaks English to us. These are what a small computer's disk, bus and rights come to.
_SYSTEM = {
    errno.EACCES: Words("Permission denied"),
    errno.EPERM: Words("Operation not permitted"),
    errno.ENOENT: Words("No such file or directory"),
    errno.EIO: Words("Input/output error"),
    errno.ENXIO: Words("No such device or address"),
    errno.ENODEV: Words("No such device"),
    errno.EREMOTEIO: Words("Remote I/O error"),
    errno.ETIMEDOUT: Words("Connection timed out"),
    errno.EBUSY: Words("Device or resource busy"),
    errno.ENOSPC: Words("No space left on device"),
    errno.EROFS: Words("Read-only file system"),
}
