"""`python -m headwater` is the command `headwater`."""

import sys

from headwater.actors.main import main

sys.exit(main())
