"""Topics of Discourse that are longer than the page which shows them."""
