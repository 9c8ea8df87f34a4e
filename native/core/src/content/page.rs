//! Evidence about the page as a whole.

use super::blocks::Blocks;
use crate::html::tag::Tag;
use crate::metadata::Metadata;

/// How many numbers describe a page.
pub const PAGE_FEATURES: usize = 40;

/// The places of numbers: words of prose, blocks of code, and whether the page calls itself a
/// product, a thread or a list, or its address does.
const PROSE: usize = 4;
const CODE: usize = 12;
const PRODUCT: usize = 21;
const THREAD: usize = 22;
const LIST: usize = 23;
const FORUM_ADDRESS: usize = 28;
const LIST_ADDRESS: usize = 30;
/// Words of prose from which a page without a name is an article.
const LONG: f32 = 250.0;
/// The place of the number that says whether a page calls itself an article.
pub const ARTICLE: usize = 20;
/// Whether its address looks like documentation.
pub const MANUAL: usize = 31;
/// How many steps its address has.
pub const STEPS: usize = 35;
/// How many digits its address has.
pub const DIGITS: usize = 37;

/// Whether a page calls itself an article, or is long prose that calls itself nothing else.
#[must_use]
pub fn reads_like_article(page: &[f32; PAGE_FEATURES]) -> bool {
    let is = |at: usize| page[at] > 0.0;
    let thread = is(THREAD) || (is(FORUM_ADDRESS) && !is(ARTICLE));
    let sells = is(PRODUCT) && !is(LIST);
    let other = is(MANUAL) || page[CODE] > 2.0 || is(LIST) || is(LIST_ADDRESS);
    !thread && !sells && (is(ARTICLE) || (!other && page[PROSE] > LONG))
}

/// Words in addresses that tell what a page is; a group's number is its place.
const ADDRESS: &[&[&str]] = &[
    &[
        "forum",
        "forums",
        "thread",
        "threads",
        "topic",
        "viewtopic",
        "showthread",
        "discussion",
        "discussions",
        "questions",
        "comments",
        "t",
        "community",
        "boards",
        "issues",
    ],
    &["product", "products", "dp", "item", "p", "itm", "shop", "store", "buy"],
    &[
        "collections",
        "collection",
        "category",
        "categories",
        "c",
        "catalog",
        "browse",
        "search",
        "list",
        "shop-all",
        "departments",
    ],
    &[
        "docs",
        "doc",
        "documentation",
        "reference",
        "api",
        "guide",
        "manual",
        "wiki",
        "help",
        "learn",
        "tutorial",
        "tutorials",
        "latest",
        "stable",
        "en",
    ],
    &[
        "blog", "blogs", "news", "article", "articles", "story", "post", "posts", "opinion",
        "politics", "2019", "2020", "2021", "2022", "2023", "2024", "2025", "2026",
    ],
    &[
        "services",
        "service",
        "solutions",
        "about",
        "pricing",
        "features",
        "platform",
        "company",
        "products-services",
        "contact",
    ],
    &[
        "tag",
        "tags",
        "archive",
        "archives",
        "topics",
        "authors",
        "author",
        "jobs",
        "events",
        "directory",
        "best",
        "top",
    ],
];

/// schema.org and Open Graph types; a group's number is its place.
const KINDS: &[&[&str]] = &[
    &[
        "article",
        "newsarticle",
        "blogposting",
        "techarticle",
        "reportagenewsarticle",
        "opinionnewsarticle",
        "scholarlyarticle",
    ],
    &["product", "productgroup", "og:product", "offer", "aggregateoffer"],
    &["discussionforumposting", "qapage", "question", "answer", "forum"],
    &["itemlist", "collectionpage", "searchresultspage", "offercatalog", "blog"],
    &["website", "webpage"],
    &[
        "organization",
        "localbusiness",
        "service",
        "softwareapplication",
        "corporation",
        "professionalservice",
    ],
    &["faqpage", "howto", "recipe"],
    &["breadcrumblist"],
];

/// The numbers of a page. `good` are the words in blocks that read like prose.
#[must_use]
pub fn features(
    blocks: &Blocks,
    metadata: &Metadata,
    address: &str,
    good: f32,
) -> [f32; PAGE_FEATURES] {
    let mut out = [0.0; PAGE_FEATURES];
    let root = &blocks.containers[0];
    let count = |tag: Tag| {
        blocks.containers.iter().filter(|inner| inner.tag == tag && inner.words > 0.0).count()
    };
    let number = |value: usize| -> f32 { u16::try_from(value).unwrap_or(u16::MAX).into() };
    let total = root.words.max(1.0);
    let links =
        blocks.blocks.iter().filter(|block| block.link_words > 0.7 * block.measure.words).count();
    let all = number(blocks.blocks.len()).max(1.0);
    let mut at = 0;
    let mut put = |value: f32| {
        out[at] = value;
        at += 1;
    };
    put(root.words);
    put(all);
    put(root.link_words / total);
    put(good / total);
    put(good);
    put(number(links) / all);
    put(number(count(Tag::P)) / all);
    put(number(count(Tag::LI)) / all);
    put(number(count(Tag::TD)) / all);
    put(number(count(Tag::H2) + count(Tag::H3)) / all);
    put(number(count(Tag::ARTICLE)));
    put(number(count(Tag::MAIN)));
    put(number(count(Tag::PRE)));
    put(number(count(Tag::TABLE)));
    put(number(blocks.images.len()));
    put(number(root.fields as usize));
    put(number(count(Tag::H1)));
    put(number(count(Tag::BLOCKQUOTE)));
    put(number(count(Tag::BUTTON)) / all);
    put(number(count(Tag::DT)));
    for group in KINDS {
        put(f32::from(u8::from(metadata.kinds.iter().any(|kind| group.contains(&kind.as_str())))));
    }
    let path = address.splitn(4, '/').nth(3).unwrap_or("");
    let parts: Vec<&str> =
        path.split(['/', '?', '.', '=', '-', '_']).filter(|part| !part.is_empty()).collect();
    for group in ADDRESS {
        put(f32::from(u8::from(parts.iter().any(|part| group.contains(part)))));
    }
    put(number(path.trim_matches('/').split('/').filter(|part| !part.is_empty()).count()));
    put(number(path.len()));
    put(number(path.bytes().filter(u8::is_ascii_digit).count()));
    put(f32::from(u8::from(metadata.published.is_some())));
    put(f32::from(u8::from(!metadata.authors.is_empty())));
    out
}
