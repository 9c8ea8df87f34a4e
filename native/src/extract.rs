//! The door to extraction.

use headwater_core::extract;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The content of a page as Markdown.
#[pyfunction]
#[pyo3(signature = (html, url = "", content_type = ""))]
pub fn to_markdown(py: Python<'_>, html: &[u8], url: &str, content_type: &str) -> String {
    py.detach(|| extract::extract(html, url, content_type).content.text)
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
