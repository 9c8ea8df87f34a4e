//! The door to finished text.

use headwater_core::marks;
use headwater_core::text::{images, outline, visible};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

const LONG: usize = 65_536; // bytes; for less, giving up the lock costs more than it frees

fn without_lock<T: Send>(py: Python<'_>, text: &str, work: impl FnOnce(&str) -> T + Send) -> T {
    if text.len() > LONG { py.detach(|| work(text)) } else { work(text) }
}

/// A text without what nobody sees, and how much of that there was by rule.
#[pyfunction]
fn sanitise<'py>(py: Python<'py>, text: &str) -> PyResult<Option<(String, Bound<'py, PyDict>)>> {
    let Some(found) = without_lock(py, text, visible::sanitise) else { return Ok(None) };
    let removed = PyDict::new(py);
    for (rule, count) in visible::RULES.iter().zip(found.removed).filter(|(_, count)| *count > 0) {
        removed.set_item(rule, count)?;
    }
    Ok(Some((found.text, removed)))
}

/// Markdown in which images are their descriptions.
#[pyfunction]
fn without_images(py: Python<'_>, text: &str) -> Option<String> {
    without_lock(py, text, images::without_images)
}

/// The headings of a Markdown text.
#[pyfunction]
fn outline_of(py: Python<'_>, text: &str) -> Vec<(u8, String, usize, usize)> {
    without_lock(py, text, outline::outline)
        .into_iter()
        .map(|span| (span.level, span.title, span.offset, span.length))
        .collect()
}

/// The place of the first mark that is in the beginning of a text, in their order.
#[pyfunction]
fn find_mark(text: &[u8], marks: &Bound<'_, PyTuple>, within: usize) -> PyResult<Option<usize>> {
    let start = &text[..text.len().min(within)];
    let wanted: Vec<Bound<'_, PyBytes>> =
        marks.iter().map(|mark| Ok(mark.cast_into()?)).collect::<PyResult<_>>()?;
    Ok(marks::find_mark(start, wanted.iter().map(PyBytesMethods::as_bytes)))
}

/// Whether the beginning of a text has a word, in whatever case.
#[pyfunction]
fn holds_word(text: &[u8], word: &[u8], within: usize) -> bool {
    marks::holds_word(&text[..text.len().min(within)], word)
}

/// Adds this door's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sanitise, module)?)?;
    module.add_function(wrap_pyfunction!(without_images, module)?)?;
    module.add_function(wrap_pyfunction!(outline_of, module)?)?;
    module.add_function(wrap_pyfunction!(find_mark, module)?)?;
    module.add_function(wrap_pyfunction!(holds_word, module)?)?;
    Ok(())
}
