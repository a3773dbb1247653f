//! Prints lists of solutions, and how many there are of each length, for `fewest solve`.

use std::io::Write;

use fewest::Board;
use fewest::api::{FoundSolutions, Unfinished};
use fewest::{Answer, SolutionCounts, SolutionOptions, SolutionRange};
use fewest_ground::CostMeasure;
use fewest_rules::{Meter, StopReason, grouped};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use crate::args::{SolutionFormat, SolveArgs};
use crate::exit::Failure;
use crate::json::JsonLine;
use crate::measure::{self, measure_of};
use crate::session::Session;
use crate::text;

/// The solutions that the arguments `--all`, `--k`, `--within` and `--distinct` ask for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WantedSolutions {
    options: SolutionOptions,
    /// Whether to tell how many solutions of each length there are.
    counted: bool,
    /// Whether to list the solutions.
    listed: bool,
    format: SolutionFormat,
}

impl WantedSolutions {
    /// Returns the wanted solutions. `None` if the arguments ask for no list, and for no other
    /// number than that of the shortest solutions.
    ///
    /// # Errors
    /// The arguments contain `--distinct` but ask for no solutions to which it could apply.
    pub(crate) fn of(args: &SolveArgs) -> Result<Option<Self>, Failure> {
        let more = &args.more;
        let range = match (more.k, more.within) {
            (Some(k), _) => SolutionRange::Best(k),
            (None, Some(within)) => SolutionRange::Within(within),
            (None, None) if args.all || more.distinct && args.count => SolutionRange::Optimal,
            (None, None) if more.distinct => {
                return Err(Failure::Usage {
                    message: "--distinct needs solutions to choose from".to_owned(),
                    help: Some("add --all, --count, --k or --within".to_owned()),
                });
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(Self {
            options: SolutionOptions {
                range,
                distinct: more.distinct,
            },
            counted: more.is_any(),
            listed: args.all || !args.count,
            format: args.format,
        }))
    }

    /// Prints the wanted solutions of `board`, which has the solved answer `answer`. If a limit is
    /// reached, prints a warning and returns the limit.
    pub(crate) fn print_text(
        &self,
        board: &Board,
        answer: &Answer,
        session: &mut Session,
    ) -> Result<Option<StopReason>, Failure> {
        self.visit(board, answer, session, |found, meter, session| {
            self.text(found, board, measure_of(answer), meter, session)
        })
    }

    /// Does the same as [`print_text`](Self::print_text), but prints JSON: `line` and more fields.
    /// If the shortest solutions were to be counted, `uncounted` is the limit that prevented it.
    pub(crate) fn print_json(
        &self,
        line: JsonLine,
        uncounted: Option<StopReason>,
        board: &Board,
        answer: &Answer,
        session: &mut Session,
    ) -> Result<Option<StopReason>, Failure> {
        let line = line.to_string();
        let open = line.strip_suffix('}').unwrap_or(&line);
        self.visit(board, answer, session, |found, meter, session| {
            let measure = measure_of(answer);
            self.json(open, uncounted, found, measure, meter, session)
        })
    }

    fn visit(
        &self,
        board: &Board,
        answer: &Answer,
        session: &mut Session,
        print: impl Fn(FoundSolutions<'_, Unfinished>, &mut Meter, &mut Session) -> Printed,
    ) -> Result<Option<StopReason>, Failure> {
        let limits = session.limits_after(answer.statistics.elapsed);
        let mut meter = Meter::new(&limits);
        let mut printed = Ok(None);
        board.solutions(&self.options, &limits, &mut |found| {
            printed = print(found, &mut meter, session);
        })?;
        if let Ok(Some(reason)) = printed {
            session.warn(&format!("not all solutions were found or listed: {reason}"));
        }
        printed
    }

    fn text(
        &self,
        found: FoundSolutions<'_, Unfinished>,
        board: &Board,
        measure: Option<&CostMeasure>,
        meter: &mut Meter,
        session: &mut Session,
    ) -> Printed {
        let counts = &found.counts;
        let mut solutions = found.solutions;
        let mut listed = BigUint::ZERO;
        let mut cut = counts.stopped;
        writeln!(session.out())?;
        for (length, number) in &counts.by_length {
            let left = match self.options.range {
                SolutionRange::Best(most) => BigUint::from(most) - &listed,
                SolutionRange::Optimal | SolutionRange::Within(_) => number.clone(),
            };
            let first =
                (&left < number).then(|| format!(", the first {}", grouped(&left.to_string())));
            let kind = if self.options.distinct {
                "distinct "
            } else {
                ""
            };
            let noun = if *number == BigUint::from(1_u8) {
                "solution"
            } else {
                "solutions"
            };
            if self.counted {
                writeln!(
                    session.out(),
                    "{}: {} {kind}{noun}{}",
                    measure::first(u64::from(*length), measure),
                    grouped(&number.to_string()),
                    first.filter(|_| self.listed).unwrap_or_default(),
                )?;
            }
            let wanted = left.min(number.clone());
            listed += &wanted;
            if !self.listed || cut.is_some_and(|_| meter.poll().is_err()) {
                continue;
            }
            let mut at = BigUint::ZERO;
            while at < wanted {
                match next(&mut solutions, meter)? {
                    Ok(Some(moves)) => {
                        let lurd = text::lurd(&moves, board, self.format);
                        let line = lurd.unwrap_or_else(|| text::moves(&moves, board));
                        writeln!(session.out(), "  {line}")?;
                    }
                    Ok(None) => break,
                    Err(reason) => {
                        cut = Some(reason);
                        break;
                    }
                }
                at += 1_u8;
            }
        }
        if self.counted && counts.is_all {
            writeln!(session.out(), "there are no others")?;
        }
        Ok(cut)
    }

    fn json(
        &self,
        open: &str,
        uncounted: Option<StopReason>,
        found: FoundSolutions<'_, Unfinished>,
        measure: Option<&CostMeasure>,
        meter: &mut Meter,
        session: &mut Session,
    ) -> Printed {
        write!(session.out(), "{open}")?;
        if self.counted {
            let fields = fields(&found.counts, self.options.distinct, measure);
            let fields = Value::from(fields).to_string();
            let fields = fields.trim_start_matches('{').trim_end_matches('}');
            write!(session.out(), ",{fields}")?;
        }
        let mut cut = found.counts.stopped;
        if self.listed {
            let mut solutions = found.solutions;
            // The list can be larger than the memory, so it is written while it is generated.
            write!(session.out(), ",\"all\":[")?;
            let mut comma = "";
            loop {
                match next(&mut solutions, meter)? {
                    Ok(Some(moves)) => {
                        write!(session.out(), "{comma}{}", Value::from(moves))?;
                        comma = ",";
                    }
                    Ok(None) => break,
                    Err(reason) => {
                        cut = Some(reason);
                        break;
                    }
                }
            }
            write!(session.out(), "]")?;
        }
        match uncounted.or(cut) {
            Some(reason) => writeln!(session.out(), ",\"reason\":\"{}\"}}", reason.word())?,
            None => writeln!(session.out(), "}}")?,
        }
        Ok(cut)
    }
}

/// The limit that cut the list short, if there was one.
type Printed = Result<Option<StopReason>, Failure>;

/// Returns the next solution, or the limit that ends the list. Checks the limits on each call.
fn next(
    solutions: &mut dyn Iterator<Item = Result<Vec<String>, Unfinished>>,
    meter: &mut Meter,
) -> Result<Result<Option<Vec<String>>, StopReason>, Failure> {
    if let Err(reason) = meter.poll() {
        return Ok(Err(reason));
    }
    match solutions.next().transpose() {
        Ok(moves) => Ok(Ok(moves)),
        Err(Unfinished::Stopped(reason)) => Ok(Err(reason)),
        Err(Unfinished::Internal(error)) => Err(Failure::Internal(error)),
    }
}

fn fields(
    counts: &SolutionCounts,
    distinct: bool,
    measure: Option<&CostMeasure>,
) -> Map<String, Value> {
    let mut object = Map::new();
    let (what, by_what) = match measure.is_some_and(CostMeasure::is_cost_first) {
        true => ("cost", "by_cost"),
        false => ("length", "by_length"),
    };
    let lengths = counts.by_length.iter();
    let lengths: Vec<Value> = lengths
        .map(|(length, number)| json!({what: length, "solutions": number.to_string()}))
        .collect();
    object.insert("distinct".into(), distinct.into());
    object.insert("solutions".into(), counts.total().to_string().into());
    object.insert(by_what.into(), lengths.into());
    // The length or the cost of a solution is always less than the greatest 32-bit number.
    let up_to = (!counts.is_all).then(|| counts.complete_below.saturating_sub(1));
    object.insert("complete_up_to".into(), up_to.into());
    object.insert("no_others".into(), counts.is_all.into());
    object
}
