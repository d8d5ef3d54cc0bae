"""The Nu checker, which knows HTML as its standard has it, over as many files as there are at once."""

import json
import shutil
import subprocess
from pathlib import Path

from tests.needs import needs

JAR = Path(__file__).parent / "lint/node_modules/vnu-jar/build/dist/vnu.jar"
READY = shutil.which("java") and JAR.is_file()
needs_nu = needs("Java and the Nu checker", "apt install default-jre-headless npm, npm ci --prefix tests/lint", READY)


def found_by_nu(folder: Path) -> list[str]:
    """Each error and warning in the pages of a folder: where, and what."""
    assert READY, "Java or the Nu checker is missing, and CI skips nothing"
    java = ["java", "-Xss4m", "-XX:TieredStopAtLevel=1", "-jar", JAR]
    said = ["--format", "json", "--stdout", "--exit-zero-always"]
    done = subprocess.run([*java, *said, folder], capture_output=True, text=True, check=True)
    return [
        f"{Path(told['url']).name}:{told.get('lastLine', '')} {told['message']} {told.get('extract', '')}"
        for told in json.loads(done.stdout)["messages"]
        if told["type"] != "info" or told.get("subType") == "warning"
    ]
