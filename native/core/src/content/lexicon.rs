//! Words that class names, ids and short texts use for the parts of a page.

use std::sync::LazyLock;

use crate::fast::{Map, Set};

/// Groups of words in class names and ids; a group's number is its place.
const CLASSES: &[&str] = &[
    "nav navbar navigation menu menus submenu mega megamenu topnav sidenav subnav menubar",
    "footer foot colophon bottom footers ft contentinfo fuss pied piede stopka",
    "header head masthead topbar top hd banner",
    "sidebar side aside rail sidebars secondary complementary marginalspalte seitenleiste barre lateral",
    "content contents body main maincontent bodytext storycontent text copy richtext rte prose wysiwyg markdown inhalt contenu contenido contenuto tresc inhoud texte texto testo fliesstext",
    "article articles story post posts entry blogpost hentry news artikel beitrag artikeltext articulo articolo nota noticia wpis",
    "comment comments disqus respond commentlist discussion kommentar kommentare commentaires comentarios commenti komentarze forum",
    "reply replies message messages thread threads topic postbody cooked posting answer answers question",
    "related recommended recommendation recommendations similar more morefrom also suggested popular trending mostread latest recent upnext next readnext verwandt aehnlich weitere empfehlung empfehlungen meistgelesen relacionados correlati podobne crosssell upsell youmaylike alsolike recirc",
    "share sharing social follow facebook twitter linkedin pinterest addthis sharethis shariff teilen socials sharebar whatsapp",
    "ad ads advert advertisement sponsor sponsored sponsors promo promotion promoted advertising outbrain taboola dfp gpt werbung anzeige publicite pub reklama banner affiliate",
    "author byline authors bio writer contributor autor auteur autore redakteur",
    "meta date time published datetime timestamp metadata info",
    "tag tags category categories topics label labels keywords badge badges chip pill",
    "breadcrumb breadcrumbs crumb crumbs brotkrumen ariane briciole",
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
    "cookie cookies gdpr consent einwilligung zustimmen akzeptieren datenschutzeinstellungen accepter consentement aceptar consentimiento accetta zgoda",
    "subscribe newsletter inbox signup subscribed unsubscribe abonnieren abo abonnement anmelden abonner inscrire suscribirse suscríbete iscriviti assine subskrybuj abonneren",
    "share tweet facebook twitter linkedin whatsapp pinterest reddit instagram youtube tiktok teilen partager compartir condividi compartilhar udostępnij delen twittern xing telegram mastodon bluesky threads",
    "login signin logout register account password username forgot einloggen registrieren passwort benutzername connexion connecter compte iniciar sesión cuenta contraseña accedi registrati zaloguj konto inloggen mitglied",
    "copyright rights reserved trademark © rechte vorbehalten droits réservés derechos reservados diritti riservati direitos zastrzeżone",
    "comments comment reply replies responses respond kommentar kommentare kommentieren antworten antwort leserkommentare commentaire commentaires répondre comentario comentarios responder commenti commento rispondi comentários komentarze komentarz odpowiedz reacties reageren",
    "related recommended similar trending popular also latest recent ähnliche verwandte weitere empfohlen beliebt meistgelesen aktuelle neueste passend aussi similaires recommandés articles connexes relacionados relacionadas recomendados más leídos correlati potrebbe interessarti altri leggi anche relacionados podobne powiązane najnowsze popularne polecane zobacz gerelateerd",
    "read more continue view see all show load weiterlesen mehr anzeigen alle lesen laden weiter suite voir tout afficher leer más todo mostrar leggi tutto vedi mostra saiba mais veja więcej czytaj pokaż wszystkie lees verder meer",
    "cart basket wishlist buy checkout shipping returns warenkorb wunschliste kaufen versand rückgabe lieferung panier acheter livraison retours carrito comprar envío carrello acquista spedizione koszyk kup dostawa winkelwagen bestellen",
    "privacy policy terms conditions disclaimer legal imprint impressum datenschutz agb nutzungsbedingungen datenschutzerklärung mentions légales confidentialité aviso privacidad condiciones informativa termini polityka prywatności regulamin voorwaarden haftungsausschluss",
    "home about contact careers press help support faq blog startseite über kontakt karriere presse hilfe accueil aide inicio contacto ayuda nosotros siamo contatti aiuto kontakt pomoc praca redaktion mediadaten",
    "advertisement sponsored ad ads anzeige publicité advertise anzeigen werbung werben sponsorisé publicidad patrocinado pubblicità reklama advertentie promoted affiliate",
    "by written author posted published updated von par autor autorin veröffentlicht geschrieben aktualisiert publié écrit auteur publicado escrito autore scritto pubblicato przez opublikowano geplaatst",
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember janvier février avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia uhr",
    "ago yesterday today hours minutes days weeks months min vor gestern heute stunden minuten tagen wochen monaten tage hier heures jours semaines hace ayer hoy horas minutos días giorni temu wczoraj godzin dni geleden uur",
    "menu search navigation skip close open toggle expand suche suchen schließen öffnen springen menü inhaltsverzeichnis rechercher recherche fermer buscar cerrar cerca chiudi szukaj zamknij zoeken sluiten",
    "download print email save bookmark copy link drucken herunterladen speichern merken versenden empfehlen imprimer télécharger enregistrer envoyer imprimir descargar guardar stampa scarica salva drukuj pobierz",
    "next previous prev page pages last weiter zurück vorherige nächste seite seiten suivant précédent siguiente anterior página successivo precedente pagina następny poprzedni strona volgende vorige älterer neuerer beitrag",
    "likes views votes like report flag quote joined member posts threads reputation",
    "review reviews rating stars customer customers verified testimonials bewertung bewertungen kundenbewertungen sterne kunden avis clients reseñas opiniones valoración recensioni opinie",
    "tags tag category categories topics filed posted schlagworte schlagwörter kategorie kategorien themen stichworte rubrik catégories étiquettes mots clés thèmes etiquetas categorías temas categorie argomenti tagi kategorie trefwoorden abgelegt",
    "price sale sold stock quantity add size color",
];

/// Words that a line begins with when it leads away from the text or asks the reader for something.
const LEADS: &str = "read lea leer mira mire mirá vea ver véase siehe lesen lire voir écouter regardez \
    lees bekijk leggi guarda leia veja confira czytaj przeczytaj zobacz watch see listen related more also \
    también auch aussi anche também también mehr weitere więcej follow subscribe join support sign \
    donate únete síguenos sigue suscríbete siga assine folgen folge abonniere suivez abonnez rejoignez \
    seguici iscriviti advertise click tap download get contact submit download le te vous";

/// How many groups of class words there are.
pub const CLASS_GROUPS: usize = CLASSES.len();
/// How many groups of words in texts there are.
pub const PHRASE_GROUPS: usize = PHRASES.len();

static CLASS_WORDS: LazyLock<Map<u64, u64>> = LazyLock::new(|| index(CLASSES));
static PHRASE_WORDS: LazyLock<Map<u64, u64>> = LazyLock::new(|| index(PHRASES));

static LEAD_WORDS: LazyLock<Set<u64>> =
    LazyLock::new(|| LEADS.split_ascii_whitespace().map(hash).collect());

/// Whether a text begins like a line that leads elsewhere, and whether its first words end in a
/// colon, as two bits.
#[must_use]
pub fn lead(text: &str) -> u8 {
    let text = text.trim_start_matches(|char: char| !char.is_alphanumeric());
    let end = text.find(|char: char| !char.is_alphanumeric()).unwrap_or(text.len());
    let leads = end <= 16 && LEAD_WORDS.contains(&hash_lower(&text[..end]));
    let beginning = &text.as_bytes()[..text.len().min(32)];
    let colon = memchr::memchr(b':', beginning).is_some();
    u8::from(leads) | u8::from(colon) << 1
}

/// Which groups each word is in, as bits, by the word's hash.
pub(super) fn index(groups: &[&str]) -> Map<u64, u64> {
    let mut words = Map::default();
    for (group, line) in groups.iter().enumerate() {
        for word in line.split_ascii_whitespace() {
            *words.entry(hash(word)).or_insert(0) |= 1 << group;
        }
    }
    words
}

pub(super) fn hash(word: &str) -> u64 {
    word.bytes().fold(SEED, |value, byte| (value ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// The hash of a word in lower case.
fn hash_lower(word: &str) -> u64 {
    if word.is_ascii() { hash_ascii(word) } else { hash(&word.to_lowercase()) }
}

/// The hash of a word whose capitals of ASCII are made small.
fn hash_ascii(word: &str) -> u64 {
    let add =
        |value: u64, byte: u8| (value ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(PRIME);
    word.bytes().fold(SEED, add)
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

/// The words of a text that say what it is about, as hashes.
pub fn long_words(text: &str) -> impl Iterator<Item = u64> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| word.len() > 3).map(hash_lower)
}

/// The groups that the words of a text belong to, as bits.
#[must_use]
pub fn phrase_groups(text: &str) -> u64 {
    let mut found = 0;
    let table = &*PHRASE_WORDS;
    for word in text.split(|char: char| !char.is_alphabetic() && char != '©') {
        if word.is_empty() || word.len() > 24 {
            continue;
        }
        found |= table.get(&hash_ascii(word)).copied().unwrap_or(0);
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
