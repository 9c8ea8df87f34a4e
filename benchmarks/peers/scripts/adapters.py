"""Other extractors in the shape that the corpus's program calls: `f(html, url) -> text`."""


def trafilatura(html, url):
    """Without comments, as Markdown."""
    from trafilatura import extract

    return extract(html, url=url, output_format="markdown", include_comments=False) or ""


def rs_trafilatura(html, url):
    """Its text."""
    from rs_trafilatura import extract

    return extract(html.decode(errors="replace"), url=url).main_content or ""


def resiliparse(html, url):  # noqa: ARG001 - one shape for all
    """Its main content as text."""
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding

    return extract_plain_text(
        html.decode(detect_encoding(html), errors="replace"), main_content=True
    )


rs_trafilatura.kind = "text"
resiliparse.kind = "text"
