//! Which statement wins where a page says more than one thing.
//!
//! Title, authors and dates come from JSON-LD first, because pages keep it for search engines,
//! then from meta tags, then from microdata and marked-up bylines, at last from the address.
//! Of two publication dates in one source the first stands; a modification date before the
//! publication date is dropped.

use serde_json::Value;

use super::head::{Head, text_of};
use super::items::{self, Item};
use super::json_ld;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Tree, attr};
use crate::markdown::links::Base;
use crate::text::visible;

/// What a page says about itself. Texts are clean, dates are ISO 8601, addresses absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The headline.
    pub title: Option<String>,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// When it was published.
    pub published: Option<String>,
    /// When it was last changed.
    pub modified: Option<String>,
    /// The name of the site.
    pub site: Option<String>,
    /// A BCP 47 language tag.
    pub language: Option<String>,
    /// The page's own address.
    pub canonical: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// What kind of thing schema.org types and Open Graph call it, in lower case.
    pub kinds: Vec<String>,
    /// Its meta tags in order, the names in lower case.
    pub tags: Vec<(String, String)>,
    /// The texts of its JSON-LD scripts, as they stand.
    pub data: Vec<String>,
    /// The items of a listing, as its JSON-LD has them.
    pub items: Vec<Item>,
}

const MOST_AUTHORS: usize = 20;
const ITEMPROP: u32 = attr("itemprop");
const REL: u32 = attr("rel");
const CLASS: u32 = attr("class");
const DATETIME: u32 = attr("datetime");
const CONTENT: u32 = attr("content");
const ITEMTYPE: u32 = attr("itemtype");

/// Reads a page's metadata.
#[must_use]
pub fn read(tree: &Tree, address: &str, base: &Base) -> Metadata {
    let head = Head::read(tree);
    let data = json_ld::scripts(tree);
    let objects = json_ld::objects(&data);
    let work = objects.iter().find(|object| is_work(object));
    let marks = Marks::find(tree);
    let from_work = |key: &str| work.and_then(|object| json_ld::text(&object[key]));
    // Who and when may be said of the page that holds the work, where nothing says it of the work.
    let stated = work.or_else(|| objects.iter().find(|object| is_page(object)));
    let dated = |key: &str| stated.and_then(|object| json_ld::text(&object[key]));
    let meta = |names: &[&str]| head.first(names).map(str::to_owned);

    let published = dated("datePublished")
        .or_else(|| dated("uploadDate"))
        .or_else(|| {
            meta(&[
                "article:published_time",
                "og:article:published_time",
                "datepublished",
                "citation_publication_date",
                "citation_date",
                "dc.date.issued",
                "dcterms.created",
                "dc.date",
                "sailthru.date",
                "parsely-pub-date",
                "pubdate",
                "publishdate",
                "publish-date",
                "date",
                "article.published",
            ])
        })
        .and_then(|text| iso_date(&text))
        .or_else(|| marks.published.as_deref().and_then(iso_date))
        .or_else(|| date_in_address(address));
    let modified = dated("dateModified")
        .or_else(|| {
            meta(&[
                "article:modified_time",
                "og:updated_time",
                "datemodified",
                "dcterms.modified",
                "last-modified",
                "lastmod",
            ])
        })
        .and_then(|text| iso_date(&text))
        .filter(|date| published.as_ref().is_none_or(|first| date.get(..10) >= first.get(..10)));
    let named = |key: &str| json_ld::text(json_ld::resolved(&work?[key], &objects));
    let site = meta(&["og:site_name", "citation_journal_title", "application-name"])
        .or_else(|| named("publisher"))
        .or_else(|| named("isPartOf"))
        .or_else(|| {
            objects
                .iter()
                .find(|object| json_ld::types(object).contains(&"WebSite"))
                .and_then(|object| json_ld::text(&object["name"]))
        })
        .filter(|text| !text.starts_with("http"));
    let title = from_work("headline")
        .or_else(|| meta(&["og:title", "citation_title", "dc.title", "twitter:title"]))
        .or_else(|| from_work("name"))
        .or_else(|| Some(text_of(tree, marks.h1?, 400)))
        .or_else(|| Some(head.title.clone()))
        .filter(|text| !text.trim().is_empty())
        .or_else(|| Some(head.title.clone()).filter(|text| !text.trim().is_empty()));
    Metadata {
        title: title.map(|text| without_site(&tidy(&text, 400), site.as_deref())),
        authors: authors(&head, stated, &objects, &marks),
        published,
        modified,
        site: site.map(|text| tidy(&text, 200)),
        language: head
            .language
            .clone()
            .or_else(|| from_work("inLanguage"))
            .or_else(|| meta(&["og:locale", "content-language", "dc.language"]))
            .map(|text| text.replace('_', "-"))
            .filter(|text| is_language(text)),
        canonical: head
            .canonical
            .as_deref()
            .or(head.first(&["og:url"]))
            .and_then(|url| base.resolve(url)),
        description: meta(&[
            "og:description",
            "description",
            "twitter:description",
            "dc.description",
        ])
        .or_else(|| from_work("description"))
        .map(|text| tidy(&text, 2000)),
        kinds: kinds(&head, &objects, &marks),
        tags: head.into_tags(),
        items: items::read(&objects),
        data,
    }
}

fn is_work(object: &Value) -> bool {
    json_ld::types(object).iter().any(|kind| {
        kind.ends_with("Article")
            || kind.ends_with("Posting")
            || matches!(
                *kind,
                "Product"
                    | "Recipe"
                    | "Report"
                    | "QAPage"
                    | "Question"
                    | "VideoObject"
                    | "Book"
                    | "Course"
                    | "Event"
                    | "JobPosting"
                    | "HowTo"
                    | "Review"
                    | "TechArticle"
                    | "Dataset"
                    | "SoftwareApplication"
            )
    })
}

fn is_page(object: &Value) -> bool {
    json_ld::types(object).iter().any(|kind| {
        kind.ends_with("Page")
            || matches!(*kind, "CreativeWork" | "Thesis" | "Chapter" | "Movie" | "PodcastEpisode")
    })
}

fn kinds(head: &Head, objects: &[Value], marks: &Marks) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let names = head.first(&["og:type"]).into_iter().chain(objects.iter().flat_map(json_ld::types));
    for name in names.map(str::to_owned).chain(marks.types.iter().cloned()) {
        let name = name.to_ascii_lowercase();
        if out.len() < 40 && name.len() < 60 && !out.contains(&name) {
            out.push(name);
        }
    }
    out
}

fn authors(head: &Head, work: Option<&Value>, objects: &[Value], marks: &Marks) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        let name = tidy(name, 200);
        let name =
            name.strip_prefix("By ").or_else(|| name.strip_prefix("by ")).unwrap_or(&name).trim();
        let fits =
            !name.is_empty() && name.len() < 120 && !name.contains("://") && !name.starts_with('@');
        if fits && names.len() < MOST_AUTHORS && !names.iter().any(|old| old == name) {
            names.push(name.to_owned());
        }
    };
    if let Some(object) = work {
        for key in ["author", "creator"] {
            let said = &object[key];
            let listed = said.as_array().map_or(std::slice::from_ref(said), Vec::as_slice);
            for author in listed.iter().take(MOST_AUTHORS) {
                if let Some(name) = json_ld::text(json_ld::resolved(author, objects)) {
                    add(&name);
                }
            }
        }
    }
    if names.is_empty() {
        let mut add = |name: &str| {
            let name = tidy(name, 200);
            let fits = !name.is_empty()
                && name.len() < 120
                && !name.contains("://")
                && !name.starts_with('@');
            if fits && names.len() < MOST_AUTHORS && !names.contains(&name) {
                names.push(name);
            }
        };
        for key in [
            "citation_author",
            "author",
            "article:author",
            "dc.creator",
            "dcterms.creator",
            "parsely-author",
            "sailthru.author",
            "byl",
            "twitter:data1",
        ] {
            let mut any = false;
            for value in head.all(key) {
                let value = value.trim_start_matches("By ").trim_start_matches("by ");
                if key != "twitter:data1"
                    || head
                        .first(&["twitter:label1"])
                        .is_some_and(|label| label.eq_ignore_ascii_case("written by"))
                {
                    add(value);
                    any = true;
                }
            }
            if any {
                break;
            }
        }
    }
    if names.is_empty() {
        if let Some(byline) = &marks.author {
            let name = byline.trim_start_matches(|char: char| !char.is_alphabetic());
            let name = ["By ", "by ", "BY ", "Von ", "Par ", "Por "]
                .iter()
                .find_map(|lead| name.strip_prefix(lead))
                .unwrap_or(name);
            if name.len() < 80 && name.split_whitespace().count() <= 6 && !name.is_empty() {
                names.push(tidy(name, 120));
            }
        }
    }
    names
}

/// What the body marks up: the first of each.
#[derive(Default)]
struct Marks {
    h1: Option<Id>,
    author: Option<String>,
    published: Option<String>,
    types: Vec<String>,
}

impl Marks {
    fn find(tree: &Tree) -> Marks {
        let mut marks = Marks::default();
        let mut byline = None;
        for id in tree.inside(DOCUMENT) {
            let node = tree.node(id);
            if !node.is_element() {
                continue;
            }
            if marks.h1.is_none() && node.tag == Tag::H1 && !text_of(tree, id, 10).is_empty() {
                marks.h1 = Some(id);
            }
            if node.tag == Tag::TIME && marks.published.is_none() {
                marks.published = tree.attribute(id, DATETIME).map(str::to_owned);
            }
            for attribute in tree.attributes(id) {
                let value = tree.str(attribute.value);
                match attribute.name {
                    ITEMPROP if value == "datePublished" => {
                        let date = tree.attribute(id, CONTENT).or(tree.attribute(id, DATETIME));
                        marks.published =
                            date.map(str::to_owned).or_else(|| Some(text_of(tree, id, 40)));
                    }
                    ITEMPROP if value == "author" && marks.author.is_none() => {
                        marks.author = Some(text_of(tree, id, 100)).filter(|text| !text.is_empty());
                    }
                    REL if value == "author" && marks.author.is_none() => {
                        marks.author = Some(text_of(tree, id, 100)).filter(|text| !text.is_empty());
                    }
                    CLASS if byline.is_none() && is_byline(value) => byline = Some(id),
                    ITEMTYPE if marks.types.len() < 20 => {
                        let name = value.rsplit(['/', '#']).next().unwrap_or("");
                        marks.types.push(name.to_owned());
                    }
                    _ => {}
                }
            }
        }
        marks.author = marks
            .author
            .or_else(|| Some(text_of(tree, byline?, 100)).filter(|text| !text.is_empty()));
        marks
    }
}

fn is_byline(class: &str) -> bool {
    const NAMES: [&str; 8] = [
        "byline",
        "author",
        "author-name",
        "byline-name",
        "article-author",
        "post-author",
        "entry-author",
        "p-author",
    ];
    class
        .split_ascii_whitespace()
        .any(|name| NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)))
}

fn tidy(text: &str, most: usize) -> String {
    let clean = visible::clean(text);
    let mut out = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    if out.len() > most {
        let end = (0..=most).rev().find(|at| out.is_char_boundary(*at)).unwrap_or(0);
        out.truncate(end);
    }
    out
}

/// A title without the name of its site at the end.
fn without_site(title: &str, site: Option<&str>) -> String {
    for mark in [" | ", " - ", " – ", " — ", " :: ", " · "] {
        if let Some((head, tail)) = title.rsplit_once(mark) {
            if site.is_some_and(|site| tail.trim().eq_ignore_ascii_case(site.trim()))
                && !head.trim().is_empty()
            {
                return head.trim().to_owned();
            }
        }
    }
    title.to_owned()
}

fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    parts.next().is_some_and(|first| {
        matches!(first.len(), 2 | 3) && first.bytes().all(|byte| byte.is_ascii_alphabetic())
    }) && text.len() < 20
}

/// The date at the start of a text in one of the usual forms, as ISO 8601.
pub fn iso_date(text: &str) -> Option<String> {
    let text = text.trim();
    let bytes = text.as_bytes();
    let number =
        |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok());
    let valid = |year: u32, month: u32, day: u32| {
        (1900..2200).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day)
    };
    if bytes.len() >= 10 && matches!(bytes[4], b'-' | b'/' | b'.') && bytes[7] == bytes[4] {
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        if !valid(year, month, day) {
            return None;
        }
        let date = format!("{year:04}-{month:02}-{day:02}");
        let time = text.get(10..).unwrap_or("").trim();
        let rest = time.trim_start_matches(['T', ' ']);
        let plain =
            rest.len() >= 5 && rest.len() < 30 && rest.as_bytes()[2] == b':' && bytes[4] == b'-';
        return Some(if plain { format!("{date}T{}", rest.replace(' ', "")) } else { date });
    }
    if bytes.len() == 8 && bytes.iter().all(u8::is_ascii_digit) {
        let (year, month, day) = (number(0, 4)?, number(4, 6)?, number(6, 8)?);
        return valid(year, month, day).then(|| format!("{year:04}-{month:02}-{day:02}"));
    }
    named_date(text)
}

/// Dates with the month as a word, in either order.
fn named_date(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let (mut year, mut month, mut day) = (None, None, None);
    for word in
        text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).take(8)
    {
        if let Ok(number) = word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']).parse::<u32>() {
            if (1900..2200).contains(&number) {
                year = year.or(Some(number));
            } else if (1..=31).contains(&number) && year.is_none() {
                day = day.or(Some(number));
            }
        } else if word.len() >= 3 && word.is_ascii() {
            let lower = word.to_ascii_lowercase();
            month = month.or_else(|| MONTHS.iter().position(|name| lower.starts_with(name)));
        }
    }
    Some(format!("{:04}-{:02}-{:02}", year?, month? + 1, day?))
}

/// The date that many news sites put into their addresses: /2024/03/05/.
fn date_in_address(address: &str) -> Option<String> {
    let parts: Vec<&str> = address.split('/').skip(3).collect();
    parts.windows(3).find_map(|three| {
        let [year, month, day] = three else { return None };
        (year.len() == 4 && month.len() <= 2 && day.len() <= 2)
            .then(|| iso_date(&format!("{year}-{month:0>2}-{day:0>2}")))
            .flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_the_usual_forms() {
        let cases = [
            ("2024-03-05T10:00:00Z", Some("2024-03-05T10:00:00Z")),
            ("2024-03-05", Some("2024-03-05")),
            ("20240305", Some("2024-03-05")),
            ("2024/03/05", Some("2024-03-05")),
            ("March 5, 2024", Some("2024-03-05")),
            ("5 Mar 2024", Some("2024-03-05")),
            ("2024-13-05", None),
            ("soon", None),
        ];
        for (text, want) in cases {
            assert_eq!(iso_date(text).as_deref(), want, "{text}");
        }
        assert_eq!(
            date_in_address("https://x.test/2019/11/19/a.html").as_deref(),
            Some("2019-11-19")
        );
    }
}
