//! One line of JSON-RPC, taken apart without building a tree.
//!
//! The door answers most frames from bytes it already has; it needs to know what kind of frame
//! came, under which id, and where the parameters are. Parameters stay raw JSON: whoever needs
//! them decodes them into a type of its own.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// JSON-RPC: the bytes are not JSON.
pub const PARSE_ERROR: i32 = -32700;
/// JSON-RPC: the JSON is not a request, notification, response or batch.
pub const INVALID_REQUEST: i32 = -32600;

/// The longest id that is echoed back; an id is a name, not a payload.
const LONGEST_ID: usize = 1024;

/// What one line says.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// Nothing but white space: to be passed over.
    Blank,
    /// Wants an answer under `id`.
    Request {
        /// The id as it was written, to be echoed byte for byte.
        id: &'a str,
        /// The method's name.
        method: Cow<'a, str>,
        /// The parameters' raw JSON object.
        params: Option<&'a str>,
    },
    /// Wants no answer.
    Notification {
        /// The method's name.
        method: Cow<'a, str>,
        /// The parameters' raw JSON object.
        params: Option<&'a str>,
    },
    /// The answer to a request of ours.
    Response {
        /// The id as it was written.
        id: &'a str,
        /// The raw result, or the raw error.
        payload: &'a str,
        /// Whether the payload is an error.
        failed: bool,
    },
    /// Several frames in one array.
    Batch(Vec<&'a str>),
    /// Not a frame: the error to answer with.
    Invalid {
        /// The id, where one could be read.
        id: Option<&'a str>,
        /// A JSON-RPC error code.
        code: i32,
        /// What is wrong, for the sender.
        problem: &'static str,
    },
}

/// The members of a frame that matter; everything else is passed over.
#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

/// A member that is there counts as there even when it is null: `"id": null` is not "no id".
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// Takes one line apart. Hostile lines give `Invalid`, never a panic.
#[must_use]
pub fn read(line: &[u8]) -> Frame<'_> {
    let Ok(text) = std::str::from_utf8(line) else {
        return invalid(None, PARSE_ERROR, "the line is not UTF-8");
    };
    let text = text.trim_start_matches('\u{feff}').trim();
    match text.as_bytes().first() {
        None => Frame::Blank,
        Some(b'[') => read_batch(text),
        Some(b'{') => read_object(text),
        Some(_) if serde_json::from_str::<IgnoredAny>(text).is_ok() => {
            invalid(None, INVALID_REQUEST, "a frame is a JSON object")
        }
        Some(_) => invalid(None, PARSE_ERROR, "the line is not JSON"),
    }
}

fn read_batch(text: &str) -> Frame<'_> {
    match serde_json::from_str::<Vec<&RawValue>>(text) {
        Ok(parts) if parts.is_empty() => invalid(None, INVALID_REQUEST, "the batch is empty"),
        Ok(parts) => Frame::Batch(parts.into_iter().map(RawValue::get).collect()),
        Err(_) => invalid(None, PARSE_ERROR, "the line is not JSON"),
    }
}

fn read_object(text: &str) -> Frame<'_> {
    match serde_json::from_str::<Members>(text) {
        Ok(members) => classify(members),
        Err(_) if serde_json::from_str::<IgnoredAny>(text).is_ok() => invalid(
            None,
            INVALID_REQUEST,
            "jsonrpc and method must be strings, and no member may occur twice",
        ),
        Err(_) => invalid(None, PARSE_ERROR, "the line is not JSON"),
    }
}

fn classify(members: Members<'_>) -> Frame<'_> {
    let raw_id = members.id.map(RawValue::get);
    let id = raw_id.filter(|raw| is_id(raw));
    if members.jsonrpc.as_deref() != Some("2.0") {
        return invalid(id, INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    }
    if raw_id.is_some() && id.is_none() {
        return invalid(None, INVALID_REQUEST, "id must be a string or an integer");
    }
    let params = members.params.map(RawValue::get);
    if params.is_some_and(|raw| !raw.starts_with('{')) {
        return invalid(id, INVALID_REQUEST, "params must be an object");
    }
    match (id, members.method, members.result, members.error) {
        (Some(id), Some(method), None, None) => Frame::Request { id, method, params },
        (None, Some(method), None, None) => Frame::Notification { method, params },
        (Some(id), None, Some(result), None) => response(id, result, false),
        (Some(id), None, None, Some(error)) => response(id, error, true),
        _ => invalid(id, INVALID_REQUEST, "a frame has a method, a result or an error"),
    }
}

fn response<'a>(id: &'a str, payload: &'a RawValue, failed: bool) -> Frame<'a> {
    Frame::Response { id, payload: payload.get(), failed }
}

fn invalid<'a>(id: Option<&'a str>, code: i32, problem: &'static str) -> Frame<'a> {
    Frame::Invalid { id, code, problem }
}

/// An id is a string or an integer of reasonable length; the raw text is valid JSON already.
fn is_id(raw: &str) -> bool {
    let number = raw.strip_prefix('-').unwrap_or(raw);
    raw.len() <= LONGEST_ID
        && (raw.starts_with('"') || number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The raw JSON of the member at `path` inside the JSON object `text`, where there is one.
///
/// Where a name occurs twice the last one counts, as it does for every decoder that builds a map.
#[must_use]
pub fn member<'a>(text: &'a str, path: &[&str]) -> Option<&'a str> {
    let mut inside = text;
    for name in path {
        let mut from = serde_json::Deserializer::from_str(inside);
        inside = from.deserialize_map(Find { name }).ok()??.get();
    }
    Some(inside)
}

struct Find<'n> {
    name: &'n str,
}

impl<'de> Visitor<'de> for Find<'_> {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, into: &mut fmt::Formatter) -> fmt::Result {
        into.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut found = None;
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            if key == self.name {
                found = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code(line: &str) -> i32 {
        match read(line.as_bytes()) {
            Frame::Invalid { code, .. } => code,
            other => panic!("{other:?} is not invalid"),
        }
    }

    #[test]
    fn a_request_keeps_its_id_as_written_and_its_params_raw() {
        let line =
            br#"{"jsonrpc":"2.0","id":"a\u0062","method":"tools/call","params":{"name": "x"}}"#;
        let Frame::Request { id, method, params } = read(line) else { panic!() };
        assert_eq!(id, r#""a\u0062""#);
        assert_eq!(method, "tools/call");
        assert_eq!(params, Some(r#"{"name": "x"}"#));
    }

    #[test]
    fn kinds_are_told_apart() {
        assert_eq!(read(b" \r"), Frame::Blank);
        assert!(matches!(read(br#"{"jsonrpc":"2.0","method":"a"}"#), Frame::Notification { .. }));
        assert!(matches!(
            read(br#"{"jsonrpc":"2.0","id":1,"result":null}"#),
            Frame::Response { failed: false, payload: "null", .. }
        ));
        assert!(matches!(read(b"[{},1]"), Frame::Batch(parts) if parts == ["{}", "1"]));
        assert!(matches!(
            read("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r".as_bytes()),
            Frame::Request { .. }
        ));
    }

    #[test]
    fn what_is_no_frame_is_said_to_be_none() {
        for line in ["hello", "{", "[1", "\0\0", "{\"a\":NaN}"] {
            assert_eq!(code(line), PARSE_ERROR, "{line}");
        }
        for line in [
            "42",
            "null",
            "[]",
            "{}",
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1e999,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
        ] {
            assert_eq!(code(line), INVALID_REQUEST, "{line}");
        }
        assert!(matches!(read(b"{\"a\":\"\xff\"}"), Frame::Invalid { code: PARSE_ERROR, .. }));
    }

    #[test]
    fn depth_and_length_are_no_danger() {
        let deep = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}1{}}}"#,
            r#"{"a":"#.repeat(50_000),
            "}".repeat(50_000)
        );
        assert!(matches!(read(deep.as_bytes()), Frame::Request { .. }));
        assert_eq!(code(&"[".repeat(100_000)), PARSE_ERROR);
    }

    #[test]
    fn a_member_is_found_by_its_path() {
        let text = r#"{"a":{"b/c":"x","b\/c":"y"},"d":[1]}"#;
        assert_eq!(member(text, &["a", "b/c"]), Some(r#""y""#));
        assert_eq!(member(text, &["d"]), Some("[1]"));
        assert_eq!(member(text, &["d", "a"]), None);
        assert_eq!(member(text, &["z"]), None);
        assert_eq!(member("{", &["z"]), None);
    }

    proptest! {
        #[test]
        fn any_bytes_give_a_frame(bytes: Vec<u8>) {
            let _ = read(&bytes);
        }

        #[test]
        fn what_was_sent_is_what_is_read(id: i64, method in "[a-z/]{1,20}", value: String) {
            let line = serde_json::json!({
                "jsonrpc": "2.0", "id": id, "method": method, "params": {"value": value},
            }).to_string();
            let Frame::Request { id: raw, method: name, params } = read(line.as_bytes()) else {
                panic!("not a request")
            };
            prop_assert_eq!(raw, id.to_string());
            prop_assert_eq!(name, method);
            let inner = member(params.unwrap(), &["value"]).unwrap();
            prop_assert_eq!(serde_json::from_str::<String>(inner).unwrap(), value);
        }
    }
}
