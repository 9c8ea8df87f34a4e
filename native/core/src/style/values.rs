//! Lengths, colours and functions of CSS values.

/// A colour; alpha 0 is invisible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    /// Red, green, blue.
    pub rgb: [u8; 3],
    /// How much of it is seen, 255 being all.
    pub alpha: u8,
}

/// Fainter colours cannot be seen, and denser ones let nothing through.
const FAINTEST: u8 = 5;
const DENSE: u8 = 250;

impl Colour {
    const fn solid(rgb: [u8; 3]) -> Colour {
        Colour { rgb, alpha: 255 }
    }

    /// Whether it cannot be seen.
    #[must_use]
    pub fn is_clear(self) -> bool {
        self.alpha < FAINTEST
    }

    /// What is seen where this lies over another colour; unknown over an unknown one.
    #[must_use]
    pub fn over(self, below: Option<Colour>) -> Option<Colour> {
        if self.alpha >= DENSE {
            return Some(Colour::solid(self.rgb));
        }
        let below = below?;
        let alpha = u16::from(self.alpha);
        let mix = |at: usize| {
            let sum = u16::from(self.rgb[at]) * alpha + u16::from(below.rgb[at]) * (255 - alpha);
            u8::try_from(sum / 255).unwrap_or(255)
        };
        Some(Colour::solid([mix(0), mix(1), mix(2)]))
    }
}

/// White, the colour of a page that sets none.
pub const WHITE: Colour = Colour::solid([255; 3]);

const NAMED: &[(&str, [u8; 3])] = &[
    ("white", [255; 3]),
    ("black", [0; 3]),
    ("red", [255, 0, 0]),
    ("green", [0, 128, 0]),
    ("blue", [0, 0, 255]),
    ("gray", [128; 3]),
    ("grey", [128; 3]),
    ("silver", [192; 3]),
    ("yellow", [255, 255, 0]),
    ("navy", [0, 0, 128]),
    ("whitesmoke", [245; 3]),
    ("snow", [255, 250, 250]),
    ("ivory", [255, 255, 240]),
    ("lightgray", [211; 3]),
    ("lightgrey", [211; 3]),
    ("orange", [255, 165, 0]),
];

/// The colour a value names.
pub fn colour(value: &str) -> Option<Colour> {
    let value = value.trim();
    if value == "transparent" {
        return Some(Colour { rgb: [0; 3], alpha: 0 });
    }
    if let Some((_, rgb)) = NAMED.iter().find(|(name, _)| *name == value) {
        return Some(Colour::solid(*rgb));
    }
    if let Some(hex) = value.strip_prefix('#') {
        return hex_colour(hex);
    }
    let (name, inside) = value.split_once('(')?;
    let parts: Vec<f32> = inside
        .trim_end_matches(')')
        .split([',', ' ', '/'])
        .filter(|part| !part.is_empty())
        .filter_map(|part| {
            let number: f32 = part.trim_end_matches(['%', 'd', 'e', 'g']).parse().ok()?;
            Some(if part.ends_with('%') { number / 100.0 } else { number })
        })
        .collect();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped
    let byte = |number: f32| number.clamp(0.0, 255.0) as u8;
    let alpha = byte(parts.get(3).map_or(255.0, |alpha| alpha * 255.0));
    let clear = alpha < FAINTEST;
    match name.trim() {
        "rgb" | "rgba" if parts.len() >= 3 => {
            Some(Colour { rgb: [byte(parts[0]), byte(parts[1]), byte(parts[2])], alpha })
        }
        "hsl" | "hsla" if parts.len() >= 3 && parts[2] > 0.995 => {
            Some(Colour { rgb: [255; 3], alpha })
        }
        "hsl" | "hsla" if parts.len() >= 3 && clear => Some(Colour { rgb: [0; 3], alpha }),
        _ => None,
    }
}

fn hex_colour(hex: &str) -> Option<Colour> {
    if !hex.is_ascii() {
        return None;
    }
    let digit = |at: usize| (hex.as_bytes()[at] as char).to_digit(16);
    let mut parts = Vec::new();
    match hex.len() {
        3 | 4 => {
            for at in 0..hex.len() {
                parts.push(u8::try_from(digit(at)? * 17).ok()?);
            }
        }
        6 | 8 => {
            for at in 0..hex.len() / 2 {
                parts.push(u8::try_from(digit(at * 2)? * 16 + digit(at * 2 + 1)?).ok()?);
            }
        }
        _ => return None,
    }
    Some(Colour {
        rgb: [parts[0], parts[1], parts[2]],
        alpha: parts.get(3).copied().unwrap_or(255),
    })
}

/// A length in pixels, with usual sizes for relative units.
pub fn pixels(value: &str) -> Option<f32> {
    let value = value.trim();
    let end = value
        .find(|char: char| !(char.is_ascii_digit() || matches!(char, '.' | '-' | '+')))
        .unwrap_or(value.len());
    let number: f32 = value[..end].parse().ok()?;
    Some(match value[end..].trim() {
        "" | "px" => number,
        "pt" => number * 4.0 / 3.0,
        "em" | "rem" | "ch" | "ex" => number * 16.0,
        "%" => number * 10.0,
        "vw" | "vh" | "vmax" | "vmin" => number * 10.0,
        "cm" => number * 38.0,
        "in" => number * 96.0,
        "mm" => number * 3.8,
        _ => return None,
    })
}

/// The arguments of every call of `name` in a value.
pub fn arguments<'v>(value: &'v str, name: &'v str) -> impl Iterator<Item = &'v str> {
    value.match_indices(name).filter_map(move |(at, _)| {
        let rest = value[at + name.len()..].strip_prefix('(')?;
        rest.split_once(')').map(|(inside, _)| inside)
    })
}
