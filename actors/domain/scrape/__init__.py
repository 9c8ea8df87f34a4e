"""From a page to what scrape_page gives."""
