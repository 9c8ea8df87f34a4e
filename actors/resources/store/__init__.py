"""What is kept from one run to the next: LMDB, compressed and encrypted (docs/decisions/0008)."""
