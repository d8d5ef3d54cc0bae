"""The pages of a table, each live: what changes elsewhere shows at once."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import make_response as with_htmx
from htmx_flask import request

from companion.store.groups.tables import came_through_group, find_membership
from companion.store.journal.facts import Table
from companion.store.journal.history import describe, list_history
from companion.store.links import links, phones
from companion.web.app.language import language
from companion.web.app.parts import for_offline, part
from companion.web.app.site import public, qr
from companion.web.exports.chart import draw
from companion.web.forms.new_game import NewGameForm
from companion.web.table import downloads, extras, share
from companion.web.table.access import START_TOKEN, Opened, make_opener, open_page, store
from companion.web.table.cookies import set_cookie
from companion.web.table.extras import ORDER, find_excerpt, find_order, find_why

LiveView = Callable[[Opened], ResponseReturnValue]

LIVE: dict[str, LiveView] = {}
"""The pages that phones ask for again at ``…/live`` when their table has changed, by the name that templates give."""

SCREEN_CHART = 2.1  # its width by its height, as its place on the big screen

blueprint = Blueprint("table", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_page))


def live_page(*, tagged: bool = True) -> Callable[[LiveView], Callable[[Opened], Response]]:
    """Let phones ask for a page also at ``…/live``, where its name is the view's.

    If the phone has the page, it gets a 304 before anything is rendered. A page that depends on more than table, link
    and address isn't ``tagged``; none is while a ruling is shown, nor after the end, when a rematch may go on.
    """

    def decorate(view: LiveView) -> Callable[[Opened], Response]:
        LIVE[view.__name__] = view

        @wraps(view)
        def answer(opened: Opened) -> Response:
            is_changing = opened.table.sheet.ending or extras.find_ruling(opened) or ORDER in request.args
            if not tagged or is_changing or current_app.debug:
                return make_response(view(opened))
            seen = (START_TOKEN, request.url, language(), opened.key, opened.table.version, opened.link, find_order())
            tag = hashlib.sha256(repr(seen).encode()).hexdigest()[:24]
            has_page = request.if_none_match.contains_weak(tag)
            response = Response(status=304) if has_page else make_response(view(opened))
            response.set_etag(tag, weak=True)
            return response

        return answer

    return decorate


@blueprint.get("", endpoint="show")
@for_offline
@live_page()
def table(opened: Opened) -> ResponseReturnValue:
    """Show the standings and what comes next, or who has won; and how a total came about, if the address asks why."""
    table = opened.table
    about = {
        "opened": opened,
        "remembered": extras.describe_for_phone(opened),
        "asking": extras.find_asking(opened),
        "undoable": table.undoable and describe(table, table.undoable),
        "redoable": table.redoable and describe(table, table.redoable),
    }
    if table.sheet.ending:
        about |= {"rematch": extras.describe_rematch(table), "form": NewGameForm(table.rulebook, rematch_of=table)}
        bg_stats = downloads.link_to_bg_stats(opened)
        return render_template("end/show.html", chart=draw(table), bg_stats=bg_stats, **about)
    page = render_template(
        "table/show.html",
        order=find_order(),
        sides=extras.sort_sides(table),
        missing=table.hands_missing,
        lays_hands=opened.game_pages.hand is not None,
        why=find_why(table),
        **about,
    )
    return set_cookie(make_response(page), ORDER, find_order()) if ORDER in request.args else page


def go_on(opened: Opened, saved: Table, anchor: str = "") -> ResponseReturnValue:
    """Go on to the table after a write: htmx gets its page at once, in the place of where it stands."""
    address = opened.address() + anchor
    if not request.htmx:
        return redirect(address, 303)
    response: Response = with_htmx(table(replace(opened, table=saved)), push_url=address)
    return response


@blueprint.get("/chart")
@for_offline
@live_page()
def chart(opened: Opened) -> ResponseReturnValue:
    """Show the course of the game as a picture."""
    return render_template("table/chart.html", opened=opened, chart=draw(opened.table))


@blueprint.get("/sheet")
@for_offline
@live_page()
def sheet(opened: Opened) -> ResponseReturnValue:
    """Show the sheet as on paper, of a long one the latest; and how a number came about, if the address asks why."""
    lines, why = opened.table.sheet.lines, find_why(opened.table)
    excerpt = find_excerpt(len(lines), why.number if why else None)
    return render_template("table/sheet.html", opened=opened, why=why, part=excerpt, lines=lines[excerpt.first - 1 :])


@blueprint.get("/history")
@for_offline
@live_page()
def history(opened: Opened) -> ResponseReturnValue:
    """Show every entry as a sentence with its time, the latest first, with undo and redo."""
    excerpt = find_excerpt(opened.table.version)
    entries = list_history(opened.table, excerpt.first, excerpt.last)
    return render_template("history/show.html", opened=opened, entries=entries, part=excerpt)


@blueprint.get("/screen")
@for_offline
@live_page(tagged=False)
def screen(opened: Opened) -> ResponseReturnValue:
    """Show the big screen: a laptop or a TV on the sideboard that everybody can read from their chair.

    Its QR code leads phones to keep score where it was opened so, else to the form for the code; it makes no host.
    """
    role, code = links.SCORER if opened.may_write else links.WATCHER, share.ensure_joining_code(opened)
    by_code = public(url_for("home.join", code=code)) if code and not opened.may_write else None
    return render_template(
        "screen/show.html",
        opened=opened,
        chart=draw(opened.table, SCREEN_CHART) if opened.table.sheet.ending else None,
        rematch=extras.describe_rematch(opened.table),
        missing=opened.table.hands_missing,
        join=qr(by_code or share.share_address(opened, role)),
        code=code,
    )


@blueprint.get("/share")
@live_page(tagged=False)
def shared(opened: Opened) -> ResponseReturnValue:
    """Show the links to hand on, each for who has at least its role; a host also decides over links and phones here."""
    roles = [role for role in links.HANDED_ON if links.at_least(opened.role, role)]
    group = find_membership(store(), opened.table.id) if opened.is_host else None
    return render_template(
        "share/show.html",
        opened=opened,
        remembered=extras.describe_for_phone(opened),
        shared={role: share.share_address(opened, role) for role in roles},
        asking=extras.find_asking(opened),
        screen=share.share_address(opened, links.WATCHER, "table.screen"),
        code=share.ensure_joining_code(opened),
        group=group,
        through_group=group is not None and came_through_group(store(), opened.link),
        phones=phones.list_phones(store(), opened.table.id) if opened.is_in_charge else [],
        can_stand_in=opened.link.recorded_role == links.SCORER and share.are_hosts_away(opened),
    )


@blueprint.get("/live")
def live(opened: Opened) -> ResponseReturnValue:
    """Return what a page shows now; 304 to a phone that has it, which htmx knows by a tag of its own."""
    page = request.args.get("page", "table")
    if page not in LIVE:
        abort(404)
    tag = opened.tag(page)
    response = Response(status=304) if request.headers.get("HX-PTag") == tag else part(LIVE[page](opened))
    response.headers["HX-PTag"] = tag
    return response


@blueprint.get("/events")
def no_stream(opened: Opened) -> ResponseReturnValue:
    """Return 204, so that browsers don't ask again: without an event loop there is no stream."""
    return "", 204


@blueprint.get("/state")
def state(opened: Opened) -> ResponseReturnValue:
    """Return what a phone's first page shows of the table."""
    return extras.describe_for_phone(opened)
