//! Content codings: gzip, deflate, brotli and zstd, undone up to a bound.
//!
//! Every stage stops at the bound, so a small body that would swell to gigabytes costs no more
//! than an honest one, however codings are stacked.

use std::borrow::Cow;
use std::io::{self, Read};

use brotli_decompressor::Decompressor;
use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

/// More layers than this are an attack.
pub const MOST_CODINGS: usize = 3;

/// A body without its codings.
#[derive(Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// What was inside.
    pub bytes: Cow<'a, [u8]>,
    /// There was more than the bound allows, or the end is missing.
    pub truncated: bool,
}

/// Undoes `codings`, named in the order in which they were applied; unknown ones change nothing.
///
/// A damaged body gives what could be read before the damage.
///
/// # Errors
/// When nothing can be read, or the codings are too many.
pub fn decode<'a>(
    body: &'a [u8],
    codings: &[&str],
    limit: usize,
) -> Result<Decoded<'a>, &'static str> {
    if codings.len() > MOST_CODINGS {
        return Err("too many content codings");
    }
    let mut bytes = Cow::Borrowed(body);
    let mut truncated = false;
    for coding in codings.iter().rev() {
        let Some(result) = undo(coding, &bytes, limit) else { continue };
        let (inside, cut) = result?;
        truncated |= cut;
        bytes = Cow::Owned(inside);
    }
    if bytes.len() > limit {
        truncated = true;
        bytes = Cow::Owned(bytes[..limit].to_vec());
    }
    Ok(Decoded { bytes, truncated })
}

type Undone = Result<(Vec<u8>, bool), &'static str>;

/// One coding undone; nothing when there is nothing to undo.
fn undo(coding: &str, body: &[u8], limit: usize) -> Option<Undone> {
    if body.is_empty() {
        return None;
    }
    match coding {
        // Servers that announce gzip and send plain bytes are common; the bytes say so.
        "gzip" | "x-gzip" => {
            body.starts_with(&[0x1f, 0x8b]).then(|| bounded(MultiGzDecoder::new(body), limit))
        }
        "deflate" if is_zlib(body) => Some(bounded(ZlibDecoder::new(body), limit)),
        "deflate" => Some(bounded(DeflateDecoder::new(body), limit)),
        "br" => Some(bounded(Decompressor::new(body, 4096), limit)),
        "zstd" => Some(bounded(Frames { rest: body, frame: None }, limit)),
        _ => None,
    }
}

fn is_zlib(body: &[u8]) -> bool {
    let [first, second, ..] = body else { return false };
    first & 0x0f == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0
}

/// Reads to the bound, the end, or the damage.
fn bounded(mut from: impl Read, limit: usize) -> Undone {
    let mut bytes = Vec::new();
    let mut piece = [0; 16_384];
    loop {
        match from.read(&mut piece) {
            Ok(0) => return Ok((bytes, false)),
            Ok(count) => {
                bytes.extend_from_slice(&piece[..count]);
                if bytes.len() > limit {
                    bytes.truncate(limit);
                    return Ok((bytes, true));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) if bytes.is_empty() => return Err("the body does not fit its content coding"),
            Err(_) => return Ok((bytes, true)),
        }
    }
}

/// The frames of a zstd body, one after another.
struct Frames<'a> {
    rest: &'a [u8],
    frame: Option<Box<StreamingDecoder<&'a [u8], ruzstd::decoding::FrameDecoder>>>,
}

impl Read for Frames<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(into)?;
                if count > 0 {
                    return Ok(count);
                }
                if let Some(done) = self.frame.take() {
                    self.rest = done.into_inner();
                }
            }
            if self.rest.is_empty() {
                return Ok(0);
            }
            self.open()?;
        }
    }
}

impl Frames<'_> {
    fn open(&mut self) -> io::Result<()> {
        match StreamingDecoder::new(self.rest) {
            Ok(frame) => self.frame = Some(Box::new(frame)),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let skipped = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(8);
                self.rest = self.rest.get(skipped..).unwrap_or_default();
            }
            Err(error) => return Err(io::Error::other(error.to_string())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::bufread::{GzEncoder, ZlibEncoder};
    use proptest::prelude::*;

    fn all(mut from: impl Read) -> Vec<u8> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        bytes
    }

    fn gzip(body: &[u8]) -> Vec<u8> {
        all(GzEncoder::new(body, Compression::fast()))
    }

    fn zstd(body: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(body, ruzstd::encoding::CompressionLevel::Fastest)
    }

    #[test]
    fn codings_are_undone_last_first() {
        let body = zstd(&gzip(b"hello"));
        let decoded = decode(&body, &["gzip", "zstd"], 100).unwrap();
        assert_eq!((&*decoded.bytes, decoded.truncated), (&b"hello"[..], false));
        let zlib = all(ZlibEncoder::new(&b"hello"[..], Compression::fast()));
        assert_eq!(&*decode(&zlib, &["deflate"], 100).unwrap().bytes, b"hello");
    }

    #[test]
    fn nothing_swells_past_the_bound() {
        let bomb = gzip(&gzip(&vec![0; 50_000_000]));
        let decoded = decode(&bomb, &["gzip", "gzip"], 1_000_000).unwrap();
        assert_eq!((decoded.bytes.len(), decoded.truncated), (1_000_000, true));
        assert!(decode(&bomb, &["gzip"; 4], 1_000_000).is_err());
    }

    #[test]
    fn damage_leaves_what_came_before_it() {
        let whole = gzip(&b"word ".repeat(50_000));
        let half = decode(&whole[..whole.len() / 2], &["gzip"], 1_000_000).unwrap();
        assert!(half.truncated && half.bytes.starts_with(b"word word"));
        assert!(decode(b"no brotli at all", &["br"], 100).is_err());
        assert_eq!(&*decode(b"plain", &["gzip"], 100).unwrap().bytes, b"plain");
        assert_eq!(&*decode(b"plain", &["identity", "x"], 100).unwrap().bytes, b"plain");
    }

    #[test]
    fn zstd_frames_follow_each_other_and_some_are_skipped() {
        let mut body = zstd(b"one ");
        body.extend([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
        body.extend(zstd(b"two"));
        assert_eq!(&*decode(&body, &["zstd"], 100).unwrap().bytes, b"one two");
    }

    proptest! {
        #[test]
        fn any_bytes_decode_or_fail_within_the_bound(
            body: Vec<u8>, coding in "gzip|deflate|br|zstd", limit in 0usize..64,
        ) {
            if let Ok(decoded) = decode(&body, &[&coding, &coding], limit) {
                prop_assert!(decoded.bytes.len() <= limit);
            }
        }

        #[test]
        fn what_was_packed_is_what_comes_out(body: Vec<u8>) {
            let packed = zstd(&gzip(&body));
            prop_assert_eq!(&*decode(&packed, &["gzip", "zstd"], 1 << 20).unwrap().bytes, &body[..]);
        }
    }
}
