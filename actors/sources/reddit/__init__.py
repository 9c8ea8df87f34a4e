"""Reddit by the JSON and the feeds beside its pages; a program with a name may read both."""
