"""The page of a room: one file of HTML, which asks the room for its lights and draws them."""

from pathlib import Path

from markupsafe import Markup

from dojo.pages.templates import frame, script_of, templates
from dojo.screen.palette import COLOURS, NOT_RUN

PAGES = Path(__file__).parent / "pages"
ITS_OWN_ROOM = Markup("; connect-src 'self'; form-action 'none'; base-uri 'none'")
"""What else the policy of the page says: it asks nobody but the room that it comes from."""


def page(word: str) -> str:
    """The page of the room with this word, as HTML."""
    environment = templates(PAGES)
    framed = frame(f"The room {word}", script_of(environment, "room.js"))
    framed["policy"] = Markup(framed["policy"]) + ITS_OWN_ROOM
    return environment.get_template("room.html").render(**framed, shapes=shapes())


def shapes() -> dict[str, str]:
    """The shape of each colour, and of a light that nobody has judged."""
    return {**{colour: look.shape for colour, look in COLOURS.items()}, "kept": NOT_RUN.shape}
