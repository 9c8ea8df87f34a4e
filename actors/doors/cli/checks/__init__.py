"""What `headwater doctor` looks at, one function per question."""
