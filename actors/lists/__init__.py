"""Generated tables of what the package has, so that looking something up imports nothing."""

import os

FOLDER = os.path.dirname(__file__)  # noqa: PTH120 - pathlib costs 5 ms of the first answer
