"""Operations of providers that know places."""
