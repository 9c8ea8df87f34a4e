//! Short lines in an article that are not its text: pointers to other pages, credits of pictures,
//! rules for comments, and asks to subscribe.
//!
//! A model that weighs blocks by their words learns little about them, because they are short and
//! stand in the middle of what is kept. Their wording gives them away in any language whose words
//! are listed.

use std::sync::LazyLock;

use super::lexicon::{hash, index};
use crate::fast::Map;

/// Longer blocks speak for themselves.
pub const MOST_WORDS: f32 = 45.0;

/// How lines begin that point to other pages.
const POINTERS: &[&str] = &[
    "read more|read also|also read|read next|read the full|see also|see more|more on|more from",
    "more stories|more news|related story|related stories|related article|related articles",
    "related reading|related content|related news|related coverage|related post|related posts",
    "recommended reading|you may also|you might also|further reading|don't miss|dont miss",
    "watch now|watch also|watch more|listen now|click here|sign up|subscribe|follow us|join our",
    "download our|download the app|advertise with|sponsored",
    "lea también|lea más|lea además|leer también|leer más|vea también|vea más|ver también|ver más",
    "mira también|mire también|le puede interesar|te puede interesar|puede interesarle|puede leer",
    "también lea|también puede leer|le recomendamos|te recomendamos|siga leyendo|síguenos|síganos",
    "suscríbete|suscríbase|únete|hazte miembro|conozca más",
    "lesen sie auch|lesen sie mehr|auch interessant|mehr zum thema|mehr dazu|siehe auch",
    "das könnte sie|das könnte dich|passend dazu|lesetipp|weitere artikel|weiterlesen",
    "jetzt abonnieren|folgen sie uns|folge uns",
    "lire aussi|à lire aussi|à lire|voir aussi|lisez aussi|sur le même sujet|abonnez-vous",
    "suivez-nous|inscrivez-vous|cliquez ici",
    "leggi anche|leggi pure|potrebbe interessarti|guarda anche|iscriviti|seguici|clicca qui",
    "leia também|leia mais|saiba mais|veja também|veja mais|confira também|clique aqui|assine",
    "czytaj też|czytaj także|czytaj również|czytaj więcej|zobacz też|zobacz także|zobacz również",
    "przeczytaj też|przeczytaj także|przeczytaj również|obserwuj nas|zapisz się",
    "lees ook|lees meer|bekijk ook|volg ons|schrijf je in|abonneer",
    "läs också|läs mer|les også|les mer|læs også|læs mere|lue myös|baca juga|ayrıca bakınız",
    "читайте также|читать также|смотрите также|подписывайтесь|подпишитесь|читайте також",
];

/// Where pictures are from, at the end of a line. News names the agencies in its text as well, so
/// a mark must set them off.
const AGENCIES: &[&str] = &[
    "getty",
    "shutterstock",
    "reuters",
    "afp",
    "istock",
    "unsplash",
    "pixabay",
    "pexels",
    "alamy",
];
const MARKS: &[char] = &['/', '|', '(', '[', '-', '\u{2013}', '\u{2014}', ':', '\u{a9}'];
const CREDITS: &[&str] = &[
    "getty images",
    "ap photo",
    "file photo",
    "photo by",
    "photo credit",
    "image credit",
    "photo courtesy",
    "photograph by",
    "photo:",
    "foto:",
];

/// Groups of words, each with its own bit.
const WORDS: &[&str] = &[
    // Before a colon they point to other pages or credit a picture.
    "read see watch listen related recommended more also photo photos image images picture pictures \
     credit lea leer mira mire mirá vea ver siehe lesen lire voir lees bekijk leggi guarda leia veja \
     confira czytaj zobacz przeczytaj foto fotos bild bilder fotografía crédito crédit źródło zdjęcie",
    // Whom the site speaks to and for.
    "you your yours our us we ours nuestro nuestra nuestros nuestras tu tus tú su usted nos unser \
     unsere unserem unseren unserer uns wir dein deine ihr ihre sie notre nous vous votre vos nostro \
     nostra nostri ci tuo tua vostro nosso nossa você seu sua nasz nasza naszego naszej nas twój ons \
     onze je uw",
    "subscribe subscriber subscribers subscribing newsletter newsletters inbox suscríbete suscríbase \
     suscribirse suscribirte suscriptor suscriptores boletín boletines abonnieren abonniere \
     abonnenten abonnez abonner abonnés iscriviti abbonati assine assinante assinantes inscreva \
     prenumerata subskrybuj nieuwsbrief",
    "affiliate affiliates commission commissions sponsored advertisement werbung anzeige publicidad \
     reklama pubblicità",
    "comment comments comentario comentarios comentário comentários kommentar kommentare commentaire \
     commentaires commento commenti komentarz komentarze reacties",
    "moderated moderation moderators moderator civil respectful libellous libelous abusive offensive \
     profanity approved policy guidelines republished closed insultos respeto aprovados sachlich \
     netiquette moderiert modérés regulamin",
    "image photo picture credit pic foto photograph courtesy source file bild crédito crédit zdjęcie \
     fot",
];
const POINTS: u64 = 1;
const YOU: u64 = 1 << 1;
const SUBSCRIBE: u64 = 1 << 2;
const PAID: u64 = 1 << 3;
const COMMENTS: u64 = 1 << 4;
const RULES: u64 = 1 << 5;
const PICTURE: u64 = 1 << 6;

static GROUPS: LazyLock<Map<u64, u64>> = LazyLock::new(|| index(WORDS));

/// Whether a line of an article is not part of its text.
#[must_use]
pub fn is_aside(text: &str) -> bool {
    let line = plain(text);
    points_away(&line) || credits(&line) || asks(&line)
}

/// In lower case, with single spaces and plain apostrophes.
fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().flat_map(char::to_lowercase).map(|char| match char {
            '\u{2019}' => '\'',
            _ => char,
        }));
    }
    line
}

fn points_away(line: &str) -> bool {
    let line = line.trim_start_matches(|char: char| !char.is_alphanumeric());
    let end = line.find(|char: char| !char.is_alphanumeric()).unwrap_or(line.len());
    if group(&line[..end]) & POINTS != 0 && line[end..].trim_start().starts_with(':') {
        return true;
    }
    POINTERS.iter().flat_map(|line| line.split('|')).any(|phrase| {
        line.strip_prefix(phrase)
            .is_some_and(|rest| !rest.starts_with(|char: char| char.is_alphanumeric()))
    })
}

fn credits(line: &str) -> bool {
    let inner = |char: char| char.is_whitespace() || matches!(char, '.' | ')' | ']');
    let end = line.trim_end_matches(inner);
    let mut set_off = AGENCIES.iter().filter_map(|agency| end.strip_suffix(agency));
    if set_off.any(|before| before.trim_end().ends_with(MARKS))
        || CREDITS.iter().any(|credit| line.contains(credit))
    {
        return true;
    }
    // A line that ends in brackets which begin with what they are about.
    let Some((before, _)) = line.strip_suffix(')').and_then(|line| line.rsplit_once('(')) else {
        return false;
    };
    let inside = &line[before.len() + 1..];
    let first = inside.find(|char: char| !char.is_alphanumeric()).unwrap_or(0);
    inside.len() < 70 && group(&inside[..first]) & PICTURE != 0
}

/// Whether a line asks for something, or tells the rules of the site.
fn asks(line: &str) -> bool {
    let words = line.split(|char: char| !char.is_alphanumeric());
    let found = words.fold(0, |found, word| found | group(word));
    let has = |wanted: u64| found & wanted == wanted;
    has(SUBSCRIBE | YOU) || has(PAID | YOU) || has(COMMENTS | RULES)
}

fn group(word: &str) -> u64 {
    GROUPS.get(&hash(word)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_text_of_an_article_are_told_by_their_words() {
        for line in [
            "Read more: The other story",
            "  \u{2022} DON\u{2019}T MISS what others read",
            "Lea también: otra noticia",
            "Lesen Sie auch, was andere schreiben",
            "The harbour at dawn (Image: somebody)",
            "The harbour at dawn, seen from the bridge. (Reuters)",
            "Subscribe to our letter and have it in your inbox",
            "Comments are moderated before they appear.",
        ] {
            assert!(is_aside(line), "{line}");
        }
        for line in [
            "Readers of the paper saw more of it than we did.",
            "She would read more than a book a week.",
            "The council heard comments from both sides.",
            "The number of subscribers fell (again).",
            "The harbour stays closed, its master told Reuters.",
            "Nobody asked for the tax credit: few knew of it.",
            "",
        ] {
            assert!(!is_aside(line), "{line}");
        }
    }
}
