"""From a search and the pages it led to, one answer: scored, without repetition, within bounds."""
