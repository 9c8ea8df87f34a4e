//! The door to addresses and content codings.

use headwater_core::{coding, url};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

type Parts = (String, String, String, u16, String, String);

fn given(found: Result<url::Parts, url::Problem>) -> PyResult<Parts> {
    let found = found.map_err(refuse)?;
    Ok((found.href, found.scheme, found.host, found.port, found.target, found.fragment))
}

fn refuse(problem: url::Problem) -> PyErr {
    PyValueError::new_err(problem.word())
}

/// Takes an address apart.
#[pyfunction]
fn parse_url(text: &str) -> PyResult<Parts> {
    given(url::parse(text))
}

/// The address that `reference` means on the page `base`.
#[pyfunction]
fn join_url(base: &str, reference: &str) -> PyResult<Parts> {
    given(url::join(base, reference))
}

/// One text for all addresses of one page.
#[pyfunction]
fn normalise_url(text: &str) -> PyResult<String> {
    url::normalise(text).map_err(refuse)
}

/// A body without its content codings, and whether some of it is missing.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // a list of strings arrives as a vector
fn decode_body<'py>(
    py: Python<'py>,
    body: &[u8],
    codings: Vec<String>,
    limit: usize,
) -> PyResult<(Bound<'py, PyBytes>, bool)> {
    let codings: Vec<&str> = codings.iter().map(String::as_str).collect();
    let decoded =
        py.detach(|| coding::decode(body, &codings, limit)).map_err(PyValueError::new_err)?;
    Ok((PyBytes::new(py, &decoded.bytes), decoded.truncated))
}

/// Adds this door's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse_url, module)?)?;
    module.add_function(wrap_pyfunction!(join_url, module)?)?;
    module.add_function(wrap_pyfunction!(normalise_url, module)?)?;
    module.add_function(wrap_pyfunction!(decode_body, module)?)?;
    Ok(())
}
