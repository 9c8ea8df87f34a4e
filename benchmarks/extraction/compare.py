"""
Quality and speed of extraction against its peers, in one run.

    compare.py CORPUS            runs the corpus's evaluate.py and prints ratios and floors

Peers that are not installed are left out. Floors are what the project promises; a run below one
of them fails.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
OURS = "headwater:to_markdown"
PEERS = {"trafilatura": "peers:trafilatura_markdown", "resiliparse": "peers:resiliparse_text"}
FLOORS = {  # dataset, measure: the least (for noise: the most)
    ("wcxb", "f1"): 0.88,
    ("wcxb", "noise"): 0.08,
    ("aeb", "shingle"): 0.95,
}


def main() -> int:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--repeat", default="1")
    chosen = parser.parse_args()
    sys.path.insert(0, str(chosen.corpus))
    from evaluate import summarise

    specs = [OURS, *(spec for name, spec in PEERS.items() if importlib.util.find_spec(name))]
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [sys.executable, str(chosen.corpus / "evaluate.py"), "--json", file.name]
        command += ["--path", str(HERE), "--repeat", chosen.repeat]
        command += [part for spec in specs for part in ("--extractor", spec)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        results = json.loads(Path(file.name).read_text())
    failed = False
    rows = {spec: results[spec]["rows"] for spec in specs}
    pace = {spec: summarise(rows[spec])["pages_s"] for spec in specs}
    print(f"{'case':<24}{'ours':>10}{'floor':>10}   verdict")
    for (dataset, measure), floor in FLOORS.items():
        value = summarise([row for row in rows[OURS] if row["dataset"] == dataset])[measure]
        good = value <= floor if measure == "noise" else value >= floor
        failed |= not good
        print(
            f"{dataset + '/' + measure:<24}{value:>10.3f}{floor:>10.3f}   {'ok' if good else 'LOW'}"
        )
    for spec in specs[1:]:
        print(f"{'speed/' + spec:<24}{pace[OURS] / pace[spec]:>9.1f}x")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
