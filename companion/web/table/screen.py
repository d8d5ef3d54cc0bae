"""The big screen: a laptop or a TV on the sideboard that everybody can read from their chair."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.links.links import SCORER, WATCHER
from companion.web.app.parts import for_offline
from companion.web.exports.chart import draw
from companion.web.table.access import Opened
from companion.web.table.known import describe_rematch
from companion.web.table.pages import table_page
from companion.web.table.share import address_of, code_of, first_page, qr

blueprint = Blueprint("screen", __name__, url_prefix="/t/<key>")


@blueprint.get("/screen")
@for_offline
@table_page("screen", tagged=False)
def show(opened: Opened) -> ResponseReturnValue:
    """Totals, tens, who starts, and a link as a QR code: to keep score where it was opened so, never a host's."""
    role = SCORER if opened.may_write else WATCHER
    return render_template(
        "screen/show.html",
        opened=opened,
        chart=draw(opened.table) if opened.table.sheet.ending else None,
        rematch=describe_rematch(opened.table),
        missing=opened.table.hands_missing,
        join=qr(address_of(opened, role)),
        code=code_of(opened),
        first_page=first_page(),
    )
