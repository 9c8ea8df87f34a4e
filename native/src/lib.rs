//! The door: arguments in, results out, the interpreter lock released. Nothing else lives here.

mod extract;
mod memory;
mod store;
mod text;
mod url;

use headwater_core::frame;
use headwater_core::result::Body;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

const LONG: usize = 65_536; // bytes

/// One line of JSON-RPC, taken apart; see `_native.pyi` for which fields a kind fills.
#[pyclass(frozen, get_all, module = "headwater._native")]
struct Frame {
    kind: &'static str,
    id: Option<Py<PyBytes>>,
    method: Option<String>,
    params: Option<Py<PyBytes>>,
    parts: Vec<Py<PyBytes>>,
    code: i32,
    problem: &'static str,
}

/// Takes one line of JSON-RPC apart.
#[pyfunction]
fn read_frame(py: Python<'_>, line: &[u8]) -> Frame {
    let bytes = |text: &str| PyBytes::new(py, text.as_bytes()).unbind();
    let empty = |kind| Frame {
        kind,
        id: None,
        method: None,
        params: None,
        parts: Vec::new(),
        code: 0,
        problem: "",
    };
    // Long lines are parsed without the lock; for short ones giving it up costs more than it frees.
    let read = if line.len() > LONG { py.detach(|| frame::read(line)) } else { frame::read(line) };
    match read {
        frame::Frame::Blank => empty("blank"),
        frame::Frame::Request { id, method, params } => Frame {
            id: Some(bytes(id)),
            method: Some(method.into_owned()),
            params: params.map(bytes),
            ..empty("request")
        },
        frame::Frame::Notification { method, params } => Frame {
            method: Some(method.into_owned()),
            params: params.map(bytes),
            ..empty("notification")
        },
        frame::Frame::Response { id, payload, failed } => Frame {
            id: Some(bytes(id)),
            params: Some(bytes(payload)),
            ..empty(if failed { "failure" } else { "response" })
        },
        frame::Frame::Batch(parts) => {
            Frame { parts: parts.into_iter().map(bytes).collect(), ..empty("batch") }
        }
        frame::Frame::Invalid { id, code, problem } => {
            Frame { id: id.map(bytes), code, problem, ..empty("invalid") }
        }
    }
}

/// The raw JSON of the member at `path` inside the JSON object `text`.
#[pyfunction]
#[pyo3(signature = (text, *path))]
#[allow(clippy::needless_pass_by_value)] // the variadic signature hands over a vector
fn member<'py>(py: Python<'py>, text: &[u8], path: Vec<String>) -> Option<Bound<'py, PyBytes>> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let text = std::str::from_utf8(text).ok()?;
    frame::member(text, &path).map(|raw| PyBytes::new(py, raw.as_bytes()))
}

/// The body of a call's result.
#[pyfunction]
fn result_body<'py>(
    py: Python<'py>,
    text: &[u8],
    blocks: &[u8],
    structured: &[u8],
    ending: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let body = Body { text, blocks, structured, ending };
    let length = body.length();
    // As above: only long ones are worth giving up the lock for.
    PyBytes::new_with(py, length, |out| {
        if length > LONG {
            py.detach(|| body.write(out));
        } else {
            body.write(out);
        }
        Ok(())
    })
}

/// The native half of Headwater.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Frame>()?;
    module.add_function(wrap_pyfunction!(read_frame, module)?)?;
    module.add_function(wrap_pyfunction!(member, module)?)?;
    module.add_function(wrap_pyfunction!(result_body, module)?)?;
    module.add_function(wrap_pyfunction!(memory::share_memory, module)?)?;
    store::register(module)?;
    text::register(module)?;
    url::register(module)?;
    module.add_function(wrap_pyfunction!(extract::to_markdown, module)?)?;
    module.add_function(wrap_pyfunction!(extract::extract_page, module)?)?;
    module.add_function(wrap_pyfunction!(extract::explain_page, module)?)?;
    module.add_function(wrap_pyfunction!(extract::evidence, module)?)?;
    module.add_function(wrap_pyfunction!(extract::markdown_by, module)?)?;
    module.add_function(wrap_pyfunction!(extract::simhash, module)?)?;
    module.add_function(wrap_pyfunction!(extract::xxh3, module)?)?;
    module.add_function(wrap_pyfunction!(extract::paragraph_hashes, module)?)?;
    module.add_function(wrap_pyfunction!(extract::repeated_paragraphs, module)?)?;
    Ok(())
}
