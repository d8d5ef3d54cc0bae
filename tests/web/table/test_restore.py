"""A phone brings back what the server lost, from the sheet that it kept."""

import json

from tests.web.builders import OUT, a_table

ROUNDS = [("17", OUT, "13", "5"), ("2", OUT, "3", "4")]


def with_rounds(client, *rounds):
    phone = a_table(client)
    for played in rounds:
        phone.with_round(*played)
    return phone


def test_where_both_have_other_rounds_both_are_shown(client):
    phone = with_rounds(client, ("18", OUT, "13", "5"))
    answer = phone.post("/restorations", sheet=json.dumps(with_rounds(client, *ROUNDS).sheet))
    assert answer.status_code == 409
    rows = [[cell.text for cell in row] for row in answer.page.all("tr")]
    assert [row[:3] for row in rows if row[0]] == [
        ["Server", "−18", "10"],
        ["This phone", "−17", "10"],
        ["Server", "–", "–"],
        ["This phone", "−2", "10"],
    ]
    assert len(phone.sheet["rounds"]) == 1
