//! Targets of links and images: absolute, and only those that are safe to show.

use url::Url;

use super::escape;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Tree, attr};

/// The address that relative targets start from.
pub struct Base(Option<Url>);

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
        Base(match (page, base) {
            (Some(page), Some(base)) => page.join(base).ok().or(Some(page)),
            (None, Some(base)) => Url::parse(base).ok(),
            (page, None) => page,
        })
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
        let url = match &self.0 {
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
