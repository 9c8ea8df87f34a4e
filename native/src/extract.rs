//! The door to extraction.

use headwater_core::content::model::Model;
use headwater_core::extract::{self, Document};
use headwater_core::fingerprint;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// The content of a page as Markdown.
#[pyfunction]
#[pyo3(signature = (html, url = "", content_type = ""))]
pub fn to_markdown(py: Python<'_>, html: &[u8], url: &str, content_type: &str) -> String {
    py.detach(|| extract::extract(html, url, content_type).content.text)
}

/// Everything about a page: the fields of `headwater.Document`, its meta tags and JSON-LD scripts.
#[pyfunction]
#[pyo3(signature = (html, url = "", content_type = "", *, strict = false))]
pub fn extract_page<'py>(
    py: Python<'py>,
    html: &[u8],
    url: &str,
    content_type: &str,
    strict: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let read = if strict { extract::extract_strictly } else { extract::extract };
    let document = py.detach(|| read(html, url, content_type));
    fields(py, document)
}

/// As `extract_page`, and for each block its text, path and probability, whether it is kept, and why.
#[pyfunction]
#[pyo3(signature = (html, url = "", content_type = ""))]
#[allow(clippy::type_complexity)] // rows for printing
pub fn explain_page<'py>(
    py: Python<'py>,
    html: &[u8],
    url: &str,
    content_type: &str,
) -> PyResult<(Bound<'py, PyDict>, Vec<(String, String, f32, bool, &'static str)>)> {
    let (document, blocks) = py.detach(|| extract::explain(html, url, content_type));
    let rows = blocks
        .into_iter()
        .map(|block| (block.text, block.path, block.opinion, block.kept, block.reason))
        .collect();
    Ok((fields(py, document)?, rows))
}

fn fields(py: Python<'_>, document: Document) -> PyResult<Bound<'_, PyDict>> {
    let out = PyDict::new(py);
    let metadata = document.metadata;
    out.set_item("markdown", document.content.text)?;
    out.set_item("title", metadata.title)?;
    out.set_item("authors", metadata.authors)?;
    out.set_item("published", metadata.published)?;
    out.set_item("modified", metadata.modified)?;
    out.set_item("site", metadata.site)?;
    out.set_item("language", metadata.language)?;
    out.set_item("canonical", metadata.canonical)?;
    out.set_item("description", metadata.description)?;
    out.set_item("tags", metadata.tags)?;
    out.set_item("data", metadata.data)?;
    let outline: Vec<(u8, String, usize)> = document
        .content
        .outline
        .into_iter()
        .map(|line| (line.level, line.text, line.offset))
        .collect();
    out.set_item("outline", outline)?;
    let links: Vec<(String, String)> =
        document.content.links.into_iter().map(|link| (link.text, link.url)).collect();
    out.set_item("links", links)?;
    out.set_item("encoding", document.encoding)?;
    out.set_item("kind", document.kind)?;
    out.set_item("confidence", document.confidence)?;
    let removed = PyDict::new(py);
    for (reason, count) in document.removed {
        removed.set_item(reason, count)?;
    }
    out.set_item("removed", removed)?;
    Ok(out)
}

/// What a model is fitted on: (rows, width, texts, words, page), numbers as raw 32-bit floats.
#[pyfunction]
#[pyo3(signature = (html, url = ""))]
#[allow(clippy::type_complexity)] // one tuple for one script
pub fn evidence<'py>(
    py: Python<'py>,
    html: &[u8],
    url: &str,
) -> (Bound<'py, PyBytes>, usize, Vec<String>, Vec<f32>, Vec<f32>) {
    let found = py.detach(|| extract::evidence(html, url));
    let rows: Vec<u8> = found.rows.iter().flat_map(|value| value.to_le_bytes()).collect();
    (PyBytes::new(py, &rows), found.width, found.texts, found.words, found.page)
}

/// The Markdown of pages by a model as `fit.py` writes it: what a validation scores.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // the lock is released, so the pages must be ours
pub fn markdown_by(py: Python<'_>, model: &[u8], pages: Vec<(Vec<u8>, String)>) -> Vec<String> {
    let model = Model::read(model);
    let write = |(html, url): &(Vec<u8>, String)| extract::markdown_by(&model, html, url);
    py.detach(|| pages.iter().map(write).collect())
}

/// 64-bit similarity fingerprints of texts.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // the lock is released, so the texts must be ours
pub fn simhash(py: Python<'_>, texts: Vec<String>) -> Vec<u64> {
    py.detach(|| texts.iter().map(|text| fingerprint::simhash(text)).collect())
}

/// The xxh3 hashes of bytes, for lookup keys.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // as above
pub fn xxh3(py: Python<'_>, texts: Vec<Vec<u8>>) -> Vec<u64> {
    py.detach(|| texts.iter().map(|text| fingerprint::xxh3(text)).collect())
}

/// For each text the hashes of its paragraphs.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // as above
pub fn paragraph_hashes(py: Python<'_>, texts: Vec<String>) -> Vec<Vec<u64>> {
    py.detach(|| texts.iter().map(|text| fingerprint::paragraphs(text)).collect())
}

/// Paragraph hashes that at least `least` of the texts share: what a host repeats on its pages.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // as above
pub fn repeated_paragraphs(py: Python<'_>, texts: Vec<String>, least: usize) -> Vec<u64> {
    py.detach(|| fingerprint::repeated(&texts, least))
}
