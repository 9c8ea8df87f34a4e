//! Encodings against the public test vectors, where they are beside the repository.

use std::path::PathBuf;

use headwater_core::decode;
use serde_json::Value;

/// The bytes of a Base64 text; anything that is no Base64 digit is passed over.
fn bytes_of(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut held, mut bits) = (0u32, 0);
    for byte in text.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        held = held << 6 | u32::from(digit);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits & 0xFF) as u8);
        }
    }
    out
}

#[test]
fn the_encoding_of_every_page_is_found() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors/encoding.jsonl");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut wrong = Vec::new();
    for row in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let bytes = bytes_of(row["data_b64"].as_str().unwrap_or(""));
        let got = decode::encoding_of(&bytes, row["content_type"].as_str().unwrap_or(""));
        if let Some(want) = row["encoding"].as_str() {
            if encoding_rs::Encoding::for_label(want.as_bytes()) != Some(got) {
                let head: String = String::from_utf8_lossy(&bytes).chars().take(300).collect();
                wrong.push(format!("{row:.200} want {want} got {} in {head:?}", got.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
