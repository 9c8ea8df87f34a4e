//! Targets of links and images: absolute, and only those that are safe to show.

use url::{Position, Url};

use super::escape;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Tree, attr};

/// The address that relative targets start from.
pub struct Base {
    url: Option<Url>,
    /// Scheme and authority of a web address, for targets that only need them put before.
    origin: String,
}

const HREF: u32 = attr("href");
const SRC: u32 = attr("src");
const LAZY: [u32; 4] =
    [attr("data-src"), attr("data-lazy-src"), attr("data-original"), attr("srcset")];
const LONGEST: usize = 4096;

impl Base {
    /// The base of a page: its `<base>`, seen from its address.
    #[must_use]
    pub fn of(tree: &Tree, address: &str) -> Base {
        let page = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let base = tree
            .inside(DOCUMENT)
            .take(400)
            .find(|id| tree.tag(*id) == Tag::BASE)
            .and_then(|id| tree.attribute(id, HREF));
        let url = match (page, base) {
            (Some(page), Some(base)) => page.join(base).ok().or(Some(page)),
            (None, Some(base)) => Url::parse(base).ok(),
            (page, None) => page,
        };
        let web = url.as_ref().filter(|url| matches!(url.scheme(), "http" | "https"));
        let origin = web.map_or("", |url| &url[..Position::BeforePath]).to_owned();
        Base { url, origin }
    }

    /// The absolute form of a target; nothing for targets that lead nowhere or run code.
    #[must_use]
    pub fn resolve(&self, target: &str) -> Option<String> {
        let target = target.trim_ascii();
        if target.is_empty() || target.starts_with('#') || target.len() > LONGEST {
            return None;
        }
        if target.starts_with("https://") || target.starts_with("http://") {
            return Some(escape::target(target));
        }
        if !self.origin.is_empty() && is_plain_path(target) {
            return Some(escape::target(&[&self.origin, target].concat()));
        }
        let url = match &self.url {
            Some(base) => base.join(target).ok()?,
            None => match Url::parse(target) {
                Ok(url) => url,
                // Without an address a relative target is still better than none.
                Err(url::ParseError::RelativeUrlWithoutBase) => {
                    return Some(escape::target(target));
                }
                Err(_) => return None,
            },
        };
        matches!(url.scheme(), "http" | "https" | "mailto" | "tel" | "ftp")
            .then(|| escape::target(url.as_str()))
    }

    /// The target of a link.
    #[must_use]
    pub fn link(&self, tree: &Tree, id: Id) -> Option<String> {
        self.resolve(tree.attribute(id, HREF)?)
    }

    /// The address of an image, the real one where it is loaded late.
    #[must_use]
    pub fn image(&self, tree: &Tree, id: Id) -> Option<String> {
        let direct = tree.attribute(id, SRC).filter(|src| !src.starts_with("data:"));
        let lazy = LAZY.iter().find_map(|name| tree.attribute(id, *name));
        let source = direct.or(lazy)?.split_ascii_whitespace().next()?;
        // A bare word is no address of an image.
        if !source.contains(['.', '/']) {
            return None;
        }
        self.resolve(source).filter(|url| !url.starts_with("mailto:") && !url.starts_with("tel:"))
    }
}

/// Whether a target is a path from the root that joining would leave as it stands: no dots to walk,
/// no second slash that starts a host, nothing to encode.
fn is_plain_path(target: &str) -> bool {
    let bytes = target.as_bytes();
    let plain = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'?' | b'=' | b'&' | b'#' | b'+' | b',')
    };
    bytes.first() == Some(&b'/')
        && bytes.get(1) != Some(&b'/')
        && bytes.iter().all(plain)
        && memchr::memchr_iter(b'.', bytes).all(|at| bytes[at - 1] != b'/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_short_way_gives_what_joining_gives(target in "/[a-z0-9/._?=&#+,:@%~ -]{0,12}") {
            let address = "https://user@example.org:8080/a/b?c";
            let base = Base::of(&html::parse(""), address);
            let joined = Url::parse(address).and_then(|address| address.join(&target)).ok();
            prop_assert_eq!(base.resolve(&target), joined.map(|url| escape::target(url.as_str())));
        }
    }
}
