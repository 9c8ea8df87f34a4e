//! Whatever the bytes, a page is read: no panic, and the same answer every time.

use headwater_core::extract::extract;
use proptest::prelude::*;

const PARTS: &[&str] = &[
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<caption>",
    "<b>",
    "</b>",
    "<a href='/x'>",
    "</a>",
    "<i>",
    "<svg>",
    "<foreignObject>",
    "<math>",
    "<mi>",
    "<template>",
    "</template>",
    "<select>",
    "<option>",
    "<ul>",
    "<li>",
    "<ol start=9>",
    "<pre>",
    "<code>",
    "<h1>",
    "</h2>",
    "<blockquote>",
    "<dl>",
    "<dt>",
    "<dd>",
    "<form>",
    "</form>",
    "<div style='color:#fff;background:white'>",
    "<p style='opacity:0'>",
    "<div hidden>",
    "</div>",
    "<body>",
    "</html>",
    "<style>.a{display:none}",
    "</style>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&amp;",
    "&#x0;",
    "text ",
    "Long enough to be prose, with a comma and an end. ",
    "\u{202E}",
    "\u{E0041}",
    "\0",
    "<img src=a.png alt=x>",
    "<details>",
    "<summary>",
    "<dialog>",
    "<frameset>",
    "<noscript>",
    "<title>",
    "<textarea>",
    "<nobr>",
    "<button>",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_order_of_parts_is_read(parts in prop::collection::vec(prop::sample::select(PARTS), 0..80)) {
        let page = parts.concat();
        let one = extract(page.as_bytes(), "https://h.test/", "");
        let two = extract(page.as_bytes(), "https://h.test/", "");
        prop_assert_eq!(one.content.text, two.content.text);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..600), kind in "\\PC*") {
        let _ = extract(&bytes, "", &kind);
    }
}
