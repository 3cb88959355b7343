"""The files of the virtual table's page, read once. What is not among them cannot be asked for."""

import hashlib
from dataclasses import dataclass, field
from importlib import resources
from pathlib import PurePath

CONTENT_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
FIRST = "index.html"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the page."""

    content_type: str
    body: bytes = field(repr=False)


def load() -> dict[str, Asset]:
    """Every file of the page by its path on the server; the first page is at "/" too."""
    files = resources.files("hw.sim").joinpath("page").iterdir()
    assets = {
        f"/{file.name}": Asset(CONTENT_TYPES[PurePath(file.name).suffix], file.read_bytes())
        for file in files
        if PurePath(file.name).suffix in CONTENT_TYPES
    }
    return {"/": assets[f"/{FIRST}"], **assets}


def version(assets: dict[str, Asset]) -> str:
    """A name for exactly these files: an open page that finds another one loads itself anew."""
    digest = hashlib.sha256()
    for path, asset in sorted(assets.items()):
        digest.update(path.encode() + b"\0" + asset.body)
    return digest.hexdigest()[:16]
