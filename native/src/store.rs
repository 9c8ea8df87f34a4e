//! The door to sealing.

use headwater_core::seal::{self, KEY, NONCE};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The start and the rest of a record, compressed together.
#[pyfunction]
fn compress<'py>(py: Python<'py>, start: &[u8], rest: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let packed = py.detach(|| seal::compress(&[start, rest])).map_err(PyValueError::new_err)?;
    Ok(PyBytes::new(py, &packed))
}

/// A header, and what is compressed, encrypted.
#[pyfunction]
fn seal_record<'py>(
    py: Python<'py>,
    key: [u8; KEY],
    nonce: [u8; NONCE],
    bound: &[u8],
    header: &[u8],
    packed: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let sealed = py
        .detach(|| seal::seal(&key, &nonce, bound, header, packed))
        .map_err(PyValueError::new_err)?;
    Ok(PyBytes::new(py, &sealed))
}

/// What was sealed, as it was before it was compressed.
#[pyfunction]
fn open_record<'py>(
    py: Python<'py>,
    key: [u8; KEY],
    nonce: [u8; NONCE],
    bound: &[u8],
    sealed: &[u8],
) -> Option<Bound<'py, PyBytes>> {
    let opened = py.detach(|| seal::open(&key, &nonce, bound, sealed))?;
    Some(PyBytes::new(py, &opened))
}

/// Adds this door's functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(compress, module)?)?;
    module.add_function(wrap_pyfunction!(seal_record, module)?)?;
    module.add_function(wrap_pyfunction!(open_record, module)?)?;
    Ok(())
}
