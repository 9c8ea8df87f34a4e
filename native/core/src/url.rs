//! Addresses by WHATWG rules: parsed once, and the parts are what everybody uses from then on.

use url::Url;

/// Longer addresses are nobody's page.
pub const LONGEST: usize = 16_384; // bytes

/// Ports that belong to other protocols, from the WHATWG Fetch standard ("bad port").
const BAD_PORTS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];

/// Query parameters that say where a visitor came from and never what the page holds. A trailing
/// underscore covers every name that starts so.
const TRACKING: [&str; 24] = [
    "utm_",
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "twclid",
    "ttclid",
    "li_fat_id",
    "igshid",
    "igsh",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "_hsenc",
    "_hsmi",
    "_ga",
    "_gl",
    "oly_anon_id",
    "oly_enc_id",
    "vero_id",
];

/// Why an address is not one of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// No URL by the standard.
    Invalid,
    /// Neither http nor https.
    Scheme,
    /// It carries a user name or a password.
    Credentials,
    /// The port belongs to another protocol.
    Port,
    /// Longer than `LONGEST`.
    Length,
}

impl Problem {
    /// The problem in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Scheme => "scheme",
            Self::Credentials => "credentials",
            Self::Port => "port",
            Self::Length => "length",
        }
    }
}

/// An address, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The whole, serialised.
    pub href: String,
    /// `http` or `https`.
    pub scheme: String,
    /// In ASCII; an IPv6 address without its brackets.
    pub host: String,
    /// The port to connect to, also where the address leaves it out.
    pub port: u16,
    /// Path and query, as a request line has it.
    pub target: String,
    /// What follows the number sign.
    pub fragment: String,
}

/// Takes an address apart.
///
/// # Errors
/// The first thing that makes it none of ours.
pub fn parse(text: &str) -> Result<Parts, Problem> {
    short(text)?;
    parts(&Url::parse(text).map_err(|_| Problem::Invalid)?)
}

/// The address that `reference` means on the page `base`.
///
/// # Errors
/// As for `parse`.
pub fn join(base: &str, reference: &str) -> Result<Parts, Problem> {
    short(base)?;
    short(reference)?;
    let base = Url::parse(base).map_err(|_| Problem::Invalid)?;
    parts(&base.join(reference).map_err(|_| Problem::Invalid)?)
}

/// One text for all addresses of one page: without fragment and tracking parameters, the other
/// parameters as they are and where they are.
///
/// # Errors
/// As for `parse`.
pub fn normalise(text: &str) -> Result<String, Problem> {
    short(text)?;
    let mut url = Url::parse(text).map_err(|_| Problem::Invalid)?;
    parts(&url)?;
    url.set_fragment(None);
    let kept = url.query().map(|query| {
        query
            .split('&')
            .filter(|pair| !pair.is_empty() && !tracks(pair))
            .collect::<Vec<_>>()
            .join("&")
    });
    url.set_query(kept.as_deref().filter(|query| !query.is_empty()));
    Ok(url.into())
}

fn short(text: &str) -> Result<(), Problem> {
    if text.len() > LONGEST { Err(Problem::Length) } else { Ok(()) }
}

fn parts(url: &Url) -> Result<Parts, Problem> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Problem::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Problem::Credentials);
    }
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    if host.is_empty() || !resolvable(host) {
        return Err(Problem::Invalid);
    }
    let port = url.port_or_known_default().ok_or(Problem::Invalid)?;
    if BAD_PORTS.contains(&port) {
        return Err(Problem::Port);
    }
    let mut target = url.path().to_owned();
    if let Some(query) = url.query() {
        target.push('?');
        target.push_str(query);
    }
    Ok(Parts {
        href: url.as_str().to_owned(),
        scheme: url.scheme().to_owned(),
        host: host.to_owned(),
        port,
        target,
        fragment: url.fragment().unwrap_or_default().to_owned(),
    })
}

/// The standard lets names pass that the domain name system cannot hold.
fn resolvable(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    name.len() <= 253 && name.split('.').all(|label| !label.is_empty() && label.len() <= 63)
}

fn tracks(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default().to_ascii_lowercase();
    TRACKING.iter().any(|known| match known.strip_suffix('_') {
        Some(_) => name.starts_with(known),
        None => name == *known,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_is_taken_apart_by_the_standard() {
        let found = parse(" HTTPS://B\u{fc}cher.Example:443/a/../b c?q=1 2#f ").unwrap();
        assert_eq!(found.href, "https://xn--bcher-kva.example/b%20c?q=1%202#f");
        assert_eq!(
            (found.scheme.as_str(), found.host.as_str(), found.port),
            ("https", "xn--bcher-kva.example", 443)
        );
        assert_eq!((found.target.as_str(), found.fragment.as_str()), ("/b%20c?q=1%202", "f"));
        assert_eq!(parse("http://0x7f.1/").unwrap().host, "127.0.0.1");
        assert_eq!(parse("http://[::FFFF:7f00:1]:8080/").unwrap().host, "::ffff:7f00:1");
    }

    #[test]
    fn what_is_none_of_ours_is_told_why() {
        for (text, problem) in [
            ("http://", Problem::Invalid),
            ("//a.example/", Problem::Invalid),
            ("http://a b/", Problem::Invalid),
            ("http://1.2.3.4.5/", Problem::Invalid),
            ("http://a..example/", Problem::Invalid),
            ("file:///etc/passwd", Problem::Scheme),
            ("ftp://a.example/", Problem::Scheme),
            ("http://user@a.example/", Problem::Credentials),
            ("http://:secret@a.example/", Problem::Credentials),
            ("http://a.example:25/", Problem::Port),
            ("https://a.example:6667/", Problem::Port),
        ] {
            assert_eq!(parse(text), Err(problem), "{text}");
        }
        assert_eq!(
            parse(&format!("http://a.example/{}", "x".repeat(LONGEST))),
            Err(Problem::Length)
        );
    }

    #[test]
    fn a_reference_is_read_where_it_stands() {
        let join = |reference| join("https://a.example/x/y?z", reference).map(|found| found.href);
        assert_eq!(join("../up"), Ok("https://a.example/up".into()));
        assert_eq!(join("//b.example"), Ok("https://b.example/".into()));
        assert_eq!(join("javascript:alert(1)"), Err(Problem::Scheme));
        assert_eq!(join("http://[::1"), Err(Problem::Invalid));
    }

    #[test]
    fn tracking_goes_and_the_rest_stays_in_order() {
        let of = |text| normalise(text).unwrap();
        assert_eq!(
            of("HTTP://A.example/p?b=2&UTM_source=x&a=%20&fbclid=1#top"),
            "http://a.example/p?b=2&a=%20"
        );
        assert_eq!(of("http://a.example/?gclid=1"), "http://a.example/");
        assert_eq!(of("http://a.example/?_gallery=1"), "http://a.example/?_gallery=1");
    }

    proptest! {
        #[test]
        fn any_text_is_an_address_or_a_problem(text in ".{0,60}", reference in ".{0,30}") {
            let _ = join(&text, &reference);
            if let Ok(found) = parse(&format!("http://{text}")) {
                prop_assert_eq!(parse(&found.href).unwrap(), found);
            }
        }

        #[test]
        fn normalising_twice_is_normalising_once(query in "[a-z_=&%0-9]{0,40}") {
            let once = normalise(&format!("http://a.example/?{query}")).unwrap();
            prop_assert_eq!(normalise(&once).unwrap(), once);
        }
    }
}
