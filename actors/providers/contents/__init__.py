"""Operations that give the text of a page from somebody else's copy of it."""
