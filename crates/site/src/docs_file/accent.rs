//! The colour of links in both themes, and its contrast.
//!
//! A colour that is hard to read on one of the site's backgrounds is rejected, and the nearest readable one is suggested.

use std::fmt;

/// The asset with the colours.
pub(crate) const STYLE: &str = "docs.css";

/// The minimum contrast between text and background that the Web Content Accessibility Guidelines require (1.4.3).
const LEAST_CONTRAST: f64 = 4.5;

/// A colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color([u8; 3]);

/// A theme of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Theme {
    Light,
    Dark,
}

/// The colours of links in the light and the dark theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accent {
    light: Color,
    dark: Color,
}

/// The error for a colour with too little contrast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TooFaint {
    /// The lowest contrast of the colour with any background.
    pub(super) contrast: f64,
    /// The nearest readable colour.
    pub(super) nearest: Color,
}

impl Theme {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The backgrounds of text: those of the page, of panels, of raised elements and of code, as in `site/assets/style.css`.
    const fn backgrounds(self) -> [Color; 4] {
        match self {
            Self::Light => [
                Color([0xfd, 0xfb, 0xf8]),
                Color([0xf6, 0xf1, 0xea]),
                Color([0xff, 0xff, 0xff]),
                Color([0xf2, 0xeb, 0xe2]),
            ],
            Self::Dark => [
                Color([0x17, 0x13, 0x10]),
                Color([0x20, 0x1b, 0x17]),
                Color([0x26, 0x20, 0x1b]),
                Color([0x2d, 0x26, 0x20]),
            ],
        }
    }

    /// The colour that is mixed into others until they are readable.
    const fn ink(self) -> Color {
        match self {
            Self::Light => Color([0, 0, 0]),
            Self::Dark => Color([0xff, 0xff, 0xff]),
        }
    }
}

impl Color {
    /// Parses `#a1b2c3` or `#abc`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let short = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok().map(|digit| digit * 17);
        match digits.len() {
            6 => Some(Self([part(0)?, part(2)?, part(4)?])),
            3 => Some(Self([short(0)?, short(1)?, short(2)?])),
            _ => None,
        }
    }

    /// The relative luminance, as the guidelines define it.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Mixes a percentage of another colour into this one.
    fn mixed(self, other: Self, percent: u16) -> Self {
        let mut parts = self.0;
        for (part, other) in parts.iter_mut().zip(other.0) {
            let sum = u16::from(*part) * (100 - percent) + u16::from(other) * percent;
            *part = u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX);
        }
        Self(parts)
    }

    /// The background of elements highlighted in this colour.
    fn glow(self, theme: Theme) -> Self {
        let [page, ..] = theme.backgrounds();
        page.mixed(self, 10)
    }

    /// The lowest contrast of the colour with any background of a theme.
    fn least_contrast(self, theme: Theme) -> f64 {
        let backgrounds = theme.backgrounds().into_iter().chain([self.glow(theme)]);
        backgrounds.map(|background| self.contrast(background)).fold(f64::INFINITY, f64::min)
    }

    /// The nearest readable colour in a theme: the colour itself, or one with more ink.
    fn readable(self, theme: Theme) -> Self {
        let darker = (0..=100).map(|percent| self.mixed(theme.ink(), percent));
        darker.into_iter().find(|color| color.least_contrast(theme) >= LEAST_CONTRAST).unwrap_or(theme.ink())
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Checks whether a colour is readable in a theme.
pub(super) fn check(color: Color, theme: Theme) -> Result<(), TooFaint> {
    let contrast = color.least_contrast(theme);
    if contrast >= LEAST_CONTRAST {
        Ok(())
    } else {
        Err(TooFaint { contrast, nearest: color.readable(theme) })
    }
}

impl TooFaint {
    /// The message about the colour, for a diagnostic.
    pub(super) fn message(&self, color: Color, theme: Theme) -> String {
        // Rounded down: 4.49 is not enough.
        let contrast = (self.contrast * 10.0).floor() / 10.0;
        format!(
            "`{color}` cannot be read in the {} theme: its contrast with a background is {contrast}:1, and text needs {LEAST_CONTRAST}:1",
            theme.word()
        )
    }
}

impl Accent {
    /// The colours of both themes, from that of the light theme and, if set, that of the dark theme.
    pub(super) fn new(light: Color, dark: Option<Color>) -> Self {
        Self { light, dark: dark.unwrap_or_else(|| light.readable(Theme::Dark)) }
    }

    /// The style sheet with the colours.
    #[must_use]
    pub fn style(&self) -> String {
        let (light, dark) = (self.light, self.dark);
        let [light_glow, dark_glow] = [light.glow(Theme::Light), dark.glow(Theme::Dark)];
        // The header of the start page is dark in both themes.
        format!(
            ":root {{ --ember: light-dark({light}, {dark}); --glow: light-dark({light_glow}, {dark_glow}); \
             --fire: {light}; --coals: color-mix(in srgb, {light} 55%, #201713); \
             --spark: color-mix(in srgb, {dark} 25%, transparent); --on-hearth: {dark} }}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_written_as_in_css() {
        let check = |text: &str, expect: Option<&str>| {
            assert_eq!(Color::read(text).map(|color| color.to_string()).as_deref(), expect, "{text}");
        };
        check("#0b5FA5", Some("#0b5fa5"));
        check("#abc", Some("#aabbcc"));
        for wrong in ["0b5fa5", "#0b5fa", "#0b5fa5ff", "#+b5fa5", "red", "#é5fa5", ""] {
            check(wrong, None);
        }
    }

    #[test]
    fn contrasts_are_those_of_the_guidelines() {
        let check = |one: &str, two: &str, expect: f64| {
            let [one, two] = [one, two].map(|text| Color::read(text).unwrap());
            assert!((one.contrast(two) - expect).abs() < 0.005, "{one} {two}: {}", one.contrast(two));
        };
        // Values from the tables in the guidelines' own techniques.
        check("#000", "#fff", 21.0);
        check("#fff", "#fff", 1.0);
        check("#777", "#fff", 4.48);
        check("#767676", "#fff", 4.54);
    }

    #[test]
    fn a_faint_color_is_refused_with_one_that_can_be_read() {
        let yellow = Color::read("#ffcc00").unwrap();
        let refused = check(yellow, Theme::Light).unwrap_err();
        assert!(refused.contrast < 2.0);
        assert_eq!(check(refused.nearest, Theme::Light), Ok(()));
        assert_eq!(check(yellow, Theme::Dark), Ok(()));
        let message = refused.message(yellow, Theme::Light);
        assert!(message.starts_with("`#ffcc00` cannot be read in the light theme"), "{message}");
    }

    #[test]
    fn the_dark_color_follows_from_the_light_one() {
        let accent = Accent::new(Color::read("#0b5fa5").unwrap(), None);
        assert_eq!(check(accent.dark, Theme::Dark), Ok(()));
        assert_ne!(accent.dark, accent.light);
        assert!(accent.style().contains("--ember: light-dark(#0b5fa5, #"), "{}", accent.style());
    }

    /// Checks that the site's own colours are readable, and that backgrounds and names match the style sheet.
    #[test]
    fn the_colors_are_those_of_the_style_sheet() {
        let style = include_str!("../../site/assets/style.css");
        let pair = |name: &str| -> [Color; 2] {
            let (_, rest) = style.split_once(&format!("--{name}: light-dark(")).unwrap();
            let (colors, _) = rest.split_once(')').unwrap();
            let mut colors = colors.split(", ").map(|color| Color::read(color).unwrap());
            [colors.next().unwrap(), colors.next().unwrap()]
        };
        let [light, dark] = [Theme::Light, Theme::Dark].map(Theme::backgrounds);
        for (name, pair_here) in ["bg", "panel", "raised"].into_iter().zip(light.into_iter().zip(dark)) {
            assert_eq!(pair(name), <[Color; 2]>::from(pair_here), "{name}");
        }
        let code = format!("background: light-dark({}, {})", light[3], dark[3]);
        assert!(style.contains(&code), "{code}");
        let [light, dark] = pair("ember");
        assert_eq!((check(light, Theme::Light), check(dark, Theme::Dark)), (Ok(()), Ok(())));
        pair("glow");
    }
}
