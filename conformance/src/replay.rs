//! Replay of files of vectors through our engine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::threads;
use indexmap::IndexMap;

use crate::compare::Difference;
use crate::data_folder::DataFolder;
use crate::deviations::Deviation;
use crate::families;
use crate::family;
use crate::vector::{Unanswerable, Vector};

/// The reason why a vector of an unknown family is not compared.
pub const NO_FAMILY: &str = "no such family here yet";

/// Options of a replay.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only vectors of these families; all families if empty.
    pub families: Vec<String>,
    /// Only the vector on this line of each file.
    pub line: Option<usize>,
    /// The folder with the data that vectors refer to; by default, the folder of each file.
    pub data: Option<PathBuf>,
    /// The known differences.
    pub deviations: Vec<Deviation>,
    /// `true` if each group of a family has a score of its own.
    pub by_group: bool,
}

/// The location of a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The file that contains the vector.
    pub file: PathBuf,
    /// The line in the file, from 1.
    pub line: usize,
}

impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

/// A vector for which our answer differs from Heat's.
#[derive(Debug, Clone, PartialEq)]
pub struct DifferingVector {
    /// The vector's location.
    pub site: Site,
    /// The vector.
    pub vector: Vector,
    /// The differences.
    pub differences: Vec<Difference>,
    /// The index of the deviation that covers the vector.
    pub deviation: Option<usize>,
}

/// The results of a family.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Score {
    /// The number of vectors for which the answers agree.
    pub agree: usize,
    /// The vectors for which the answers differ, including known differences.
    pub differing: Vec<DifferingVector>,
    /// The number of vectors that could not be compared, by reason.
    pub not_judged: BTreeMap<String, usize>,
}

impl Score {
    /// The number of vectors.
    #[must_use]
    pub fn vectors(&self) -> usize {
        self.agree + self.differing.len() + self.not_judged.values().sum::<usize>()
    }

    /// The number of known differences.
    #[must_use]
    pub fn listed(&self) -> usize {
        self.differing.iter().filter(|differing| differing.deviation.is_some()).count()
    }

    /// The number of unknown differences.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.differing.len() - self.listed()
    }
}

/// The result of a replay.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Replay {
    /// The scores by family, in the order of the registry, followed by unknown families.
    pub scores: IndexMap<String, Score>,
    /// Files and lines that could not be read.
    pub unreadable: Vec<String>,
}

impl Replay {
    /// The indexes of deviations that no vector needed.
    #[must_use]
    pub fn stale(&self, options: &Options) -> Vec<usize> {
        let used: Vec<_> = self
            .scores
            .values()
            .flat_map(|score| &score.differing)
            .filter_map(|differing| differing.deviation)
            .collect();
        (0..options.deviations.len()).filter(|position| !used.contains(position)).collect()
    }
}

/// The result for one line.
enum Judgement {
    Agrees,
    Differs(Box<DifferingVector>),
    NotJudged(String),
    Unreadable(String),
    LeftOut,
}

/// Replays files.
#[must_use]
pub fn replay(files: &[PathBuf], options: &Options) -> Replay {
    let mut replay = Replay::default();
    for family in families::FAMILIES {
        replay.scores.insert(family.name.to_owned(), Score::default());
    }
    for file in files {
        match fs::read_to_string(file) {
            Ok(text) => replay_text(file, &text, options, &mut replay),
            Err(error) => replay.unreadable.push(format!("{}: {error}", file.display())),
        }
    }
    replay.scores.retain(|_, score| score.vectors() > 0);
    replay
}

fn replay_text(file: &Path, text: &str, options: &Options, replay: &mut Replay) {
    let folder = file.parent().map_or_else(PathBuf::new, Path::to_owned);
    let data = DataFolder::new(options.data.clone().unwrap_or(folder));
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(number, line)| !line.trim().is_empty() && options.line.is_none_or(|only| only == *number))
        .collect();
    let judged = threads::map_with_stack(&lines, STACK, |(number, line)| {
        judge(Site { file: file.to_owned(), line: *number }, line, &data, options)
    });
    for (family, judgement) in judged {
        if let Judgement::LeftOut = judgement {
            continue;
        }
        if let Judgement::Unreadable(why) = judgement {
            replay.unreadable.push(why);
            continue;
        }
        let score = replay.scores.entry(family).or_default();
        match judgement {
            Judgement::Agrees => score.agree += 1,
            Judgement::Differs(differing) => score.differing.push(*differing),
            Judgement::NotJudged(reason) => *score.not_judged.entry(reason).or_default() += 1,
            Judgement::Unreadable(_) | Judgement::LeftOut => {}
        }
    }
}

/// Compares a line; the result begins with the name of its family.
fn judge(site: Site, line: &str, data: &DataFolder, options: &Options) -> (String, Judgement) {
    let vector = match Vector::parse(line) {
        Ok(vector) => vector,
        Err(error) => return (String::new(), Judgement::Unreadable(format!("{site}: {error}"))),
    };
    let (name, source) = (vector.family.clone(), vector.source.clone());
    if !options.families.is_empty() && !options.families.contains(&name) {
        return (name, Judgement::LeftOut);
    }
    let Some(family) = families::named(&name) else {
        return (name, Judgement::NotJudged(NO_FAMILY.to_owned()));
    };
    let differences =
        family::check_form(family, &vector.output).and_then(|()| (family.differences)(&vector, data));
    let judgement = match differences {
        Ok(differences) if differences.is_empty() => Judgement::Agrees,
        Ok(differences) => {
            let deviation =
                options.deviations.iter().position(|deviation| deviation.covers(&vector, &differences));
            Judgement::Differs(Box::new(DifferingVector { site, vector, differences, deviation }))
        }
        Err(Unanswerable::NotHere(reason)) => Judgement::NotJudged(reason.to_owned()),
        Err(error) => Judgement::Unreadable(format!("{site}: {error}")),
    };
    (if options.by_group { vector_group(&name, &source) } else { name }, judgement)
}

/// The family and the group in the source of a vector: `own:GROUP:NUMBER`.
fn vector_group(family: &str, source: &str) -> String {
    source.split(':').nth(1).map_or_else(|| family.to_owned(), |group| format!("{family} {group}"))
}

/// The stack size of a thread: values may be nested as deep as Python allows.
const STACK: usize = 64 << 20;
