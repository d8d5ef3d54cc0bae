"""Texts in a CSV: no spreadsheet takes anything of one for a formula, whatever separators it is told."""

from companion.web.exports.rows import escape_formula

NAMES = ["Anne-Marie", "Anne + Ben", "Tom - Tim", "A+", "a=b", "me@home", "O'Neil", "Zoë; Luke", "12:30", "−5", "3 4"]


def test_what_could_begin_a_formula_is_guarded_and_ordinary_names_stay_as_they_are():
    written = {name: name for name in ("", *NAMES)}
    written |= {"=1+1": "'=1+1", "x;=40+2;y": "x;'=40+2;y", "x; =40+2": "x; '=40+2", 'x;"=40+2"': 'x;"\'=40+2"'}
    written |= {"x;;@y": "x;;'@y", "a,-1|+2:=3\t@4\n=5\r=6": "a,'-1|'+2:'=3\t'@4\n'=5\r'=6", "Σ =1": "Σ '=1"}
    written |= {"x;\uff1d1": "x;'\uff1d1", "\uff0bx": "'\uff0bx", ";-": ";'-", "-": "'-"}
    assert {text: escape_formula(text) for text in written} == written
