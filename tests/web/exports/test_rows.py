"""Texts in a CSV: no spreadsheet takes anything of one for a formula, whatever separators it is told."""

import random
import re
import subprocess

import pytest

from companion.web.exports.rows import as_text
from tests.web.builders import OUT, a_table
from tests.web.exports.test_formulas import NEEDS_LIBREOFFICE, SOFFICE

SEPARATORS = {"semicolon": ";", "tab": "\t", "comma": ",", "bar": "|", "colon": ":", "space": " "}
OPENED_WITH = ("semicolon", "tab", "space")


def test_what_could_begin_a_formula_is_guarded_and_ordinary_names_stay_as_they_are():
    written = {
        "=1+1": "'=1+1",
        "x;=40+2;y": "x;'=40+2;y",
        "x; =40+2": "x; '=40+2",
        'x;"=40+2"': 'x;"\'=40+2"',
        "x;;@y": "x;;'@y",
        "a,-1|+2:=3\t@4\n=5\r=6": "a,'-1|'+2:'=3\t'@4\n'=5\r'=6",
        "x;\uff1d1": "x;'\uff1d1",
        "\uff0bx": "'\uff0bx",
        "Σ =1": "Σ '=1",
        ";-": ";'-",
        "-": "'-",
        "": "",
    }
    names = [
        "Anne-Marie",
        "Anne + Ben",
        "Tom - Tim",
        "A+",
        "a=b",
        "me@home",
        "O'Neil",
        "Zoë; Luke",
        "12:30",
        "−5",
        "3 4",
    ]
    written |= {name: name for name in names}
    assert {text: as_text(text) for text in written} == written


def test_no_field_of_any_text_begins_like_a_formula():
    """However it is cut."""
    chance = random.Random(1)
    for _ in range(2000):
        text = "".join(chance.choice("=+-@;,\t|:\n\"' xy") for _ in range(chance.randrange(12)))
        for separator in SEPARATORS.values():
            for field in as_text(text).replace("\n", separator).split(separator):
                begun = field.lstrip(' \t"')
                assert begun[:1] not in tuple("=+-@") or (separator == " " and begun in tuple("=+-@"))


@pytest.mark.thorough
@NEEDS_LIBREOFFICE
def test_libreoffice_finds_no_formula(client, tmp_path):
    """Whatever it is told that stands between fields, and told to look for formulas."""
    assert SOFFICE, "LibreOffice is not installed, and CI skips nothing"
    names = ("x;=40+2;y", 'x;"=40+2";y', "=40+2", "x|=40+2 =40+2")
    phone = a_table(client, players=names, game="points", title="a;=40+2")
    phone.post("/rounds", **{f"seat-{seat}-points": "1" for seat in range(1, 5)})
    sheet = client.get(f"{phone.address}/sheet.csv").get_data(as_text=True)
    assert "'=40+2" in sheet
    found = {}
    for name in OPENED_WITH:
        separator = SEPARATORS[name]
        (tmp_path / f"{name}.csv").write_text(sheet, "utf-8")
        (tmp_path / f"{name}-bare.csv").write_text(sheet.replace("'=", "="), "utf-8")
        opened = f"CSV:{ord(separator)},34,76,1,,1033,false,true,false,false,false,0,true"
        profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
        command = [SOFFICE, profile, "--headless", f"--infilter={opened}", "--convert-to", "fods", "--outdir", tmp_path]
        files = [tmp_path / f"{name}.csv", tmp_path / f"{name}-bare.csv"]
        subprocess.run([*command, *files], check=True, capture_output=True, timeout=120)
        for file in files:
            found[file.stem] = len(re.findall(r"table:formula=", file.with_suffix(".fods").read_text("utf-8")))
    assert [found[name] for name in OPENED_WITH] == [0, 0, 0]
    assert found["semicolon-bare"] > 0


def test_a_name_is_guarded_wherever_it_stands(client):
    phone = a_table(client, players=("x;=40+2;y", "B", "C", "D")).with_round(OUT, "3", "4", "5")
    lines = client.get(f"{phone.address}/sheet.csv").get_data(as_text=True).splitlines()
    assert not any(re.search(r"[;,]=", line) for line in lines)
    assert lines[0].count("x;'=40+2;y") == 4
