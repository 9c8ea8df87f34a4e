//! Words that class names, ids and short texts use for the parts of a page.

use std::sync::LazyLock;

use crate::fast::Map;

/// Groups of words in class names and ids; a group's number is its place.
const CLASSES: &[&str] = &[
    "nav navbar navigation menu menus submenu mega megamenu topnav sidenav subnav menubar",
    "footer foot colophon bottom footers ft",
    "header head masthead topbar top hd banner",
    "sidebar side aside rail sidebars secondary complementary",
    "content contents body main maincontent bodytext storycontent text copy richtext rte prose wysiwyg markdown",
    "article articles story post posts entry blogpost hentry news",
    "comment comments disqus respond commentlist discussion",
    "reply replies message messages thread threads topic postbody cooked posting answer answers question",
    "related recommended recommendation recommendations similar more morefrom also suggested popular trending mostread latest recent upnext next readnext",
    "share sharing social follow facebook twitter linkedin pinterest addthis sharethis",
    "ad ads advert advertisement sponsor sponsored sponsors promo promotion promoted advertising outbrain taboola dfp gpt",
    "author byline authors bio writer contributor",
    "meta date time published datetime timestamp metadata info",
    "tag tags category categories topics label labels keywords badge badges chip pill",
    "breadcrumb breadcrumbs crumb crumbs",
    "pagination pager paging pages paginate",
    "cookie cookies consent gdpr privacy onetrust",
    "modal popup overlay dialog lightbox drawer offcanvas tooltip dropdown flyout",
    "newsletter subscribe subscription signup email mailing optin",
    "search filter filters facet facets sort sorting refine searchbox autocomplete",
    "login signin register account auth user profile avatar member username",
    "cart basket checkout wishlist bag minicart addtocart buy purchase",
    "product products sku pdp item items goods",
    "price prices pricing cost sale discount",
    "description desc overview details detail summary specs specification specifications features feature about",
    "review reviews rating ratings stars testimonial testimonials",
    "card cards tile tiles teaser teasers thumb thumbnail thumbnails",
    "list listing grid results result collection row rows column col cols columns",
    "title headline heading hed subtitle dek standfirst deck lede lead",
    "caption figcaption credit image img photo photos gallery media picture video player",
    "toc tableofcontents contentsnav onthispage",
    "widget widgets module block panel box",
    "carousel slider swiper slick slide slides slideshow",
    "hero jumbotron cover intro splash",
    "button btn buttons cta action actions toolbar tools controls control",
    "copyright legal disclaimer terms license",
    "hidden hide invisible sr visuallyhidden screenreader offscreen skip sronly",
    "quote blockquote pullquote pull quoted signature sig",
    "faq accordion accordions collapse collapsible tab tabs tabpanel toggle expand",
    "code highlight pre syntax codehilite snippet example",
    "footnote footnotes reference references citation refs reflist notes",
    "print noprint mobile desktop only",
    "help support contact form forms feedback survey",
    "shipping returns delivery size variant variants quantity swatch options option",
    "doc docs document documentation docstring section page wiki mw",
    "stats views count counts likes votes score vote",
    "language languages lang locale currency country region",
    "error alert notice warning notification message announcement",
];

/// Groups of words in the text of short blocks; a group's number is its place.
const PHRASES: &[&str] = &[
    "cookie cookies gdpr consent",
    "subscribe newsletter inbox signup subscribed unsubscribe",
    "share tweet facebook twitter linkedin whatsapp pinterest reddit instagram youtube tiktok",
    "login signin logout register account password username forgot",
    "copyright rights reserved trademark ©",
    "comments comment reply replies responses respond",
    "related recommended similar trending popular also latest recent",
    "read more continue view see all show load",
    "cart basket wishlist buy checkout shipping returns",
    "privacy policy terms conditions disclaimer legal imprint impressum datenschutz agb",
    "home about contact careers press help support faq blog",
    "advertisement sponsored ad ads anzeige publicité advertise",
    "by written author posted published updated von par",
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec",
    "ago yesterday today hours minutes days weeks months min",
    "menu search navigation skip close open toggle expand",
    "download print email save bookmark copy link",
    "next previous prev page pages first last",
    "likes views votes like report flag quote joined member posts threads reputation",
    "review reviews rating stars customer customers verified",
    "tags tag category categories topics filed posted",
    "price sale sold stock quantity add size color",
];

/// How many groups of class words there are.
pub const CLASS_GROUPS: usize = CLASSES.len();
/// How many groups of words in texts there are.
pub const PHRASE_GROUPS: usize = PHRASES.len();

static CLASS_WORDS: LazyLock<Map<u64, u64>> = LazyLock::new(|| index(CLASSES));
static PHRASE_WORDS: LazyLock<Map<u64, u64>> = LazyLock::new(|| index(PHRASES));

fn index(groups: &[&str]) -> Map<u64, u64> {
    let mut words = Map::default();
    for (group, line) in groups.iter().enumerate() {
        for word in line.split(' ') {
            *words.entry(hash(word)).or_insert(0) |= 1 << group;
        }
    }
    words
}

fn hash(word: &str) -> u64 {
    word.bytes().fold(SEED, |value, byte| (value ^ u64::from(byte)).wrapping_mul(PRIME))
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// The groups that the words of a class name or id belong to, as bits.
#[must_use]
pub fn class_groups(value: &str) -> u64 {
    let mut found = 0;
    let mut word = SEED;
    let mut length = 0;
    let mut lower = false;
    let table = &*CLASS_WORDS;
    for byte in value.bytes() {
        // Words end at marks, digits and where camelCase turns.
        if !byte.is_ascii_alphabetic() || (byte.is_ascii_uppercase() && lower) {
            if length > 1 {
                found |= table.get(&word).copied().unwrap_or(0);
            }
            word = SEED;
            length = 0;
        }
        if byte.is_ascii_alphabetic() {
            word = (word ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(PRIME);
            length += 1;
        }
        lower = byte.is_ascii_lowercase();
    }
    if length > 1 {
        found |= table.get(&word).copied().unwrap_or(0);
    }
    found
}

/// The groups that the words of a text belong to, as bits.
#[must_use]
pub fn phrase_groups(text: &str) -> u64 {
    let mut found = 0;
    let table = &*PHRASE_WORDS;
    for word in text.split(|char: char| !char.is_alphabetic() && char != '©') {
        if word.is_empty() || word.len() > 16 {
            continue;
        }
        let key = word.bytes().fold(SEED, |value, byte| {
            (value ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(PRIME)
        });
        found |= table.get(&key).copied().unwrap_or(0);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_every_way_of_writing_names() {
        let sidebar = class_groups("sidebar");
        assert_ne!(sidebar, 0);
        assert_eq!(class_groups("left-sidebar2"), sidebar);
        assert_eq!(class_groups("leftSidebar"), sidebar);
        assert_eq!(class_groups("zzz"), 0);
        const { assert!(CLASS_GROUPS <= 64 && PHRASE_GROUPS <= 64) };
    }
}
