"""
What a text says about a claim: evidence for a reader, never a verdict.

Everything here compares words and numbers. It knows no language, and no model takes part.
"""
