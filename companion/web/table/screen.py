"""The big screen: a laptop or a TV on the sideboard that everybody can read from their chair."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.web.table.access import open_or_404
from companion.web.table.share import code_of, first_page, public, qr

blueprint = Blueprint("screen", __name__, url_prefix="/t/<key>")


@blueprint.get("/screen")
def show(key: str) -> ResponseReturnValue:
    """Totals, tens, who starts, and the link it was opened with as a QR code."""
    opened = open_or_404(key)
    return render_template(
        "table/screen.html",
        opened=opened,
        missing=opened.table.hands_missing,
        join=qr(public(opened.address())),
        code=code_of(opened),
        first_page=first_page(),
    )
