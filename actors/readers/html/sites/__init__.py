"""One file per kind of site whose pages say more than their main text: who wrote what, and when."""
