"""Operations of providers that answer instead of listing pages."""
