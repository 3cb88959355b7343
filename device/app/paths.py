"""Where things lie: the state folder, the journal, the folders of decks."""

from collections.abc import Mapping
from pathlib import Path

from device.app.library import shipped_folder

NAME = "imaginiff"
JOURNAL = "games.sqlite"


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where the games are kept: what systemd gives us, else the user's state folder."""
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    base = environment.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / NAME


def own_decks_folder(environment: Mapping[str, str]) -> Path:
    """Where people put their own decks on a desktop."""
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / NAME / "decks"


def deck_folders(environment: Mapping[str, str], config_file: Path | None) -> list[Path]:
    """All folders of decks: those shipped, the user's own, and the one beside the configuration file."""
    folders = [shipped_folder(), own_decks_folder(environment)]
    if config_file is not None:
        folders.append(config_file.parent / f"{NAME}-decks")
    return folders
