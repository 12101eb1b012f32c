//! From what was graded to the model of a report.

use analysis::answers::Answers;
use analysis::behaviour::Known;
use analysis::class::{self, Class, Member, is_unfocused};
use analysis::key::positions;
use analysis::statement::{self, Verdict, What, statement};
use analysis::{Key, Statement};
use eval::{Pair, Program};
use lang::problem::Problem;
use pairs::Bucket as Mask;
use pairs::names::{bucket_words, listed};
use runner::Outcome;
use suite::Suite;
use suite::export::{call, comment, rendered, spot};

use crate::graded::{Graded, Graduate};
use crate::model::{
    About, Behaviour, Bucket, Candidate, Cluster, Count, Errors, FORMAT, Failure, Finding, Formula, Group, Mistake,
    MistakeKind, Report, Source, Split, Submission, Subproperty, SuiteAbout, Summary, Test, Twin,
};
use crate::order::order;
use crate::{model, words};

/// What the suite is about; or why it cannot be read.
pub fn key(graded: &Graded) -> Result<Key, String> {
    Key::new(&graded.problem, &graded.suite, &graded.excluded.names())
}

/// The submissions that could be run, with what is said of each.
pub fn members<'a>(graded: &'a Graded, key: &'a Key) -> Vec<Member<'a>> {
    let mut known = Known::default();
    let ran = graded.submissions.iter().enumerate().filter(|(_, one)| !one.outcomes.is_empty());
    ran.map(|(index, one)| {
        let answers = Answers::new(key, &one.outcomes);
        let statement = statement(&answers, &mut known);
        Member { index, answers, statement }
    })
    .collect()
}

pub fn build(graded: &Graded) -> Result<Report, String> {
    let key = key(graded)?;
    let members = members(graded, &key);
    let class = Class::new(&key, &members);
    let shown = Shown::new(&graded.problem, &graded.suite)?;
    let builder = Builder { graded, key: &key, members: &members, class: &class, shown: &shown };
    Ok(builder.report())
}

/// The tests as pairs, to be shown.
struct Shown<'a> {
    problem: &'a Problem,
    program: Program,
    pairs: Vec<Pair>,
}

impl<'a> Shown<'a> {
    fn new(problem: &'a Problem, suite: &Suite) -> Result<Self, String> {
        let tests = suite.buckets.iter().flat_map(|bucket| &bucket.tests);
        let pairs = tests.map(|test| rendered(problem, test).map_err(|error| format!("test {}: {error}", test.id)));
        Ok(Self { problem, program: Program::new(problem), pairs: pairs.collect::<Result<_, _>>()? })
    }

    fn call(&self, test: usize, language: &str) -> String {
        call(self.problem, &self.program, &self.pairs[test], language)
    }

    fn spot(&self, test: usize, position: usize) -> Option<String> {
        spot(self.problem, &self.program, position, &self.pairs[test])
    }

    fn place(&self, test: usize, position: usize) -> String {
        comment(self.problem, &self.program, position, &self.pairs[test])
    }
}

struct Builder<'a> {
    graded: &'a Graded,
    key: &'a Key,
    members: &'a [Member<'a>],
    class: &'a Class,
    shown: &'a Shown<'a>,
}

impl Builder<'_> {
    fn report(&self) -> Report {
        let problem = &self.graded.problem;
        let predicate = problem.predicate.as_ref();
        let buckets = self.buckets();
        let words: Vec<String> = buckets.iter().map(|bucket| bucket.words.clone()).collect();
        let mut places = std::collections::BTreeMap::new();
        for (place, member) in self.members.iter().enumerate() {
            places.insert(member.index, place);
        }
        let mut submissions: Vec<Submission> = self
            .graded
            .submissions
            .iter()
            .enumerate()
            .map(|(index, one)| self.submission(one, places.get(&index).copied(), &words))
            .collect();
        let fingerprints: Vec<Cluster> = self.class.fingerprints.iter().map(|cluster| self.cluster(cluster)).collect();
        let behaviours: Vec<Cluster> = self.class.behaviours.iter().map(|cluster| self.cluster(cluster)).collect();
        for (place, cluster) in fingerprints.iter().enumerate() {
            cluster.members.iter().for_each(|member| submissions[*member].cluster = Some(place));
        }
        for (place, cluster) in behaviours.iter().enumerate() {
            cluster.members.iter().for_each(|member| submissions[*member].behaviour = Some(place));
        }
        let order = order(&fingerprints, &submissions);
        for (place, submission) in order.iter().enumerate() {
            submissions[*submission].number = place + 1;
        }
        Report {
            format: FORMAT,
            problem: About {
                name: problem.name.clone(),
                doc: problem.doc.clone(),
                predicate: predicate.map(|predicate| predicate.name.to_string()).unwrap_or_default(),
                parameters: predicate
                    .map(|predicate| predicate.params.iter().map(|param| param.name.to_string()).collect())
                    .unwrap_or_default(),
            },
            suite: SuiteAbout {
                sha256: self.graded.sha256.clone(),
                tests: self.key.scored(),
                seed: self.graded.suite.seed,
            },
            sandbox: self.graded.sandbox.clone(),
            excluded: self.graded.excluded.0.clone(),
            summary: self.summary(|_| true),
            summary_without_deep: self.summary(|member| !self.class.deep.contains(&member)),
            subproperties: self.subproperties(),
            groups: self.groups(),
            buckets,
            tests: self.tests(),
            fingerprints,
            behaviours,
            candidates: self.class.mixed.iter().map(|mixed| self.candidate(mixed)).collect(),
            submissions,
            order,
        }
    }

    fn count(&self, members: &[usize]) -> Count {
        let without_deep = members.iter().filter(|member| !self.class.deep.contains(member)).count();
        Count { all: members.len(), without_deep }
    }

    fn errors(&self, errors: &class::Errors) -> Errors {
        Errors {
            missed: self.count(&errors.missed),
            in_part: self.count(&errors.in_part),
            focused: self.count(&errors.focused),
        }
    }

    /// Of the members that are kept, and of all that could not run.
    fn summary(&self, keep: impl Fn(usize) -> bool) -> Summary {
        let places: Vec<usize> = (0..self.members.len()).filter(|place| keep(*place)).collect();
        let members: Vec<&Member<'_>> = places.iter().map(|place| &self.members[*place]).collect();
        let is = |verdict: Verdict| members.iter().filter(|one| one.statement.verdict == verdict).count();
        let ran = |test: &dyn Fn(&Member<'_>) -> bool| members.iter().filter(|member| test(member)).count();
        let among = |list: &[usize]| list.iter().filter(|place| keep(**place)).count();
        let entry = |member: &Member<'_>| &self.graded.submissions[member.index].entry;
        let could_not_run = self.graded.submissions.len() - self.members.len();
        Summary {
            submissions: members.len() + could_not_run,
            no_mistake_found: is(Verdict::NoMistake),
            faulty: members.len() - is(Verdict::NoMistake),
            too_lax: is(Verdict::TooLax),
            too_strict: is(Verdict::TooStrict),
            both: is(Verdict::Both),
            fails: is(Verdict::Fails),
            could_not_run,
            unfocused: among(&self.class.unfocused),
            positive: among(&self.class.positive),
            deeply_flawed: among(&self.class.deep),
            unknown_shape: ran(&|member| !member.statement.unknown.is_empty()),
            unstable: ran(&|member| !entry(member).unstable.is_empty()),
            cut_short: ran(&|member| member.statement.not_run > 0),
            distinct_fingerprints: self
                .class
                .fingerprints
                .iter()
                .filter(|cluster| cluster.members.iter().any(|member| keep(*member)))
                .count(),
        }
    }

    fn subproperties(&self) -> Vec<Subproperty> {
        let explains = |position: usize| {
            let by = |member: &Member<'_>| member.statement.attribution.instead | member.statement.attribution.stricter;
            let places = (0..self.members.len()).filter(|place| by(&self.members[*place]) >> position & 1 == 1);
            self.count(&places.collect::<Vec<_>>())
        };
        let all = self.key.subproperties.iter().zip(&self.key.names).zip(&self.class.subproperties).enumerate();
        all.map(|(position, ((property, shown), errors))| Subproperty {
            name: property.name.clone(),
            shown: shown.clone(),
            required: property.required,
            doc: property.doc.clone(),
            hint: property.hint.clone(),
            instead_of: positions(property.instead_of).collect(),
            stricter_than: positions(property.stricter_than).collect(),
            errors: self.errors(errors),
            explains: explains(position),
        })
        .collect()
    }

    fn groups(&self) -> Vec<Group> {
        let group = |(group, errors): (&analysis::key::Group, &class::Errors)| Group {
            name: group.name.clone(),
            members: positions(group.members).collect(),
            errors: self.errors(errors),
        };
        self.key.groups.iter().zip(&self.class.groups).map(group).collect()
    }

    fn buckets(&self) -> Vec<Bucket> {
        let scored =
            |number: usize| self.key.tests.iter().filter(|test| test.bucket == number && !test.excluded).count();
        let mixed = |number: usize| {
            self.class.mixed.iter().find(|mixed| mixed.bucket == number).map_or(0, |mixed| mixed.members.len())
        };
        let bucket = |(number, bucket): (usize, &analysis::key::BucketKey)| Bucket {
            fails: positions(bucket.fails).collect(),
            focused_on: positions(bucket.focused_on).collect(),
            positive: bucket.positive,
            words: bucket_words(&self.graded.problem, Mask::of(positions(bucket.fails))),
            tests: scored(number),
            wrong: self.count(&self.class.buckets[number]),
            mixed: mixed(number),
        };
        self.key.buckets.iter().enumerate().map(bucket).collect()
    }

    fn tests(&self) -> Vec<Test> {
        let mut wrong = vec![0; self.key.tests.len()];
        for member in self.members {
            member.answers.wrong().for_each(|test| wrong[test] += 1);
        }
        let all = self.key.tests.iter().enumerate().zip(wrong);
        all.map(|((number, test), wrong)| Test {
            id: test.id.clone(),
            bucket: test.bucket,
            expect: test.expect,
            engine: test.engine,
            kind: test.kind,
            positive_kind: test.positive_kind,
            call: self.shown.call(number, "python"),
            places: positions(self.key.fails(number)).map(|position| self.shown.place(number, position)).collect(),
            wrong,
            excluded: test.excluded,
        })
        .collect()
    }

    fn formula(&self, statement: &Statement) -> Formula {
        let minimal = &statement.behaviour.minimal;
        let right = self.key.buckets.iter().all(|bucket| minimal.formula.accepts(bucket.fails) == bucket.positive);
        Formula { text: minimal.formula.text(&self.key.names), exact: minimal.exact, right }
    }

    fn cluster(&self, cluster: &class::Cluster) -> Cluster {
        let first = cluster.members.first().map(|member| &self.members[*member].statement);
        Cluster {
            members: self.indices(&cluster.members),
            behaves_like: first.map_or(Formula { text: String::new(), exact: false, right: false }, |statement| {
                self.formula(statement)
            }),
            one_behaviour: cluster.one_behaviour,
            fingerprint: first.map(|statement| statement.fingerprint.clone()).unwrap_or_default(),
            test: cluster.test,
        }
    }

    /// Places among all submissions.
    fn indices(&self, members: &[usize]) -> Vec<usize> {
        members.iter().map(|member| self.members[*member].index).collect()
    }

    fn candidate(&self, mixed: &class::Mixed) -> Candidate {
        let tests = mixed.tests.iter().map(|(test, accepted, rejected)| Split {
            test: *test,
            accepted: *accepted,
            rejected: *rejected,
        });
        Candidate { bucket: mixed.bucket, submissions: self.indices(&mixed.members), tests: tests.collect() }
    }

    fn submission(&self, one: &Graduate, place: Option<usize>, bucket_words: &[String]) -> Submission {
        let entry = &one.entry;
        Submission {
            number: 0,
            name: entry.name.clone(),
            language: entry.language.clone(),
            submitters: one.listed.submitters.clone(),
            statement: place.map(|place| self.statement(one, place, bucket_words)),
            reason: grading::results::reason(&entry.status),
            reason_for_student: words::to_the_student(&entry.status),
            cluster: None,
            behaviour: None,
            same_as: one.listed.same_as.clone(),
            notes: one.listed.notes.clone(),
            printed: entry.printed.clone(),
            source: entry.source.as_ref().map(|source| Source { file: source.file.clone(), text: source.text.clone() }),
        }
    }

    fn statement(&self, one: &Graduate, place: usize, bucket_words: &[String]) -> model::Statement {
        let member = &self.members[place];
        let statement = &member.statement;
        let alike = self.class.behaviours.iter().find(|cluster| cluster.members.contains(&place));
        let findings = statement.attribution.findings.iter().map(|finding| Finding {
            subproperty: finding.position,
            standing: finding.standing,
            accepted: finding.accepted.len(),
            rejected: finding.rejected.len(),
            failed: finding.failed.len(),
        });
        let failures = statement.failures.iter().map(|failures| Failure {
            kind: failures.kind.clone(),
            tests: failures.tests.len(),
            buckets: failures.buckets.iter().map(|(bucket, count)| (*bucket, *count)).collect(),
            message: failures.tests.first().map(|test| given(&one.outcomes[*test])).unwrap_or_default(),
            line: failures.tests.first().and_then(|test| raising_line(one, &one.outcomes[*test])),
        });
        model::Statement {
            verdict: statement.verdict,
            words: words::verdict(statement, !one.entry.unstable.is_empty()),
            run: statement.run,
            wrong: statement.wrong,
            not_run: statement.not_run,
            wrong_tests: member.answers.wrong().collect(),
            subproperties: findings.collect(),
            groups: statement.groups.clone(),
            behaves_like: Behaviour {
                formula: self.formula(statement),
                exceptions: statement.behaviour.exceptions(),
                of: statement.run,
                mixed: statement.behaviour.mixed.iter().map(|(bucket, _)| *bucket).collect(),
            },
            instead: positions(statement.attribution.instead).collect(),
            stricter: positions(statement.attribution.stricter).collect(),
            explained: words::explained(self.key, statement),
            unknown_shape: words::unknown(self.key, bucket_words, &statement.unknown),
            mistakes: statement.mistakes.iter().map(|mistake| self.mistake(one, mistake)).collect(),
            failures: failures.collect(),
            deeply_flawed: statement.deep.iter().map(|deep| words::deep(*deep)).collect(),
            unfocused: is_unfocused(self.key, &statement.fingerprint),
            fingerprint: statement.fingerprint.clone(),
            counts: member.answers.counts.iter().map(|one| [one.accepted, one.rejected, one.failed]).collect(),
            unstable: one
                .entry
                .unstable
                .iter()
                .map(|one| [one.test.clone(), one.first.clone(), one.then.clone()])
                .collect(),
            same_behaviour: alike.map_or(0, |cluster| cluster.members.len() - 1),
        }
    }

    fn mistake(&self, one: &Graduate, mistake: &statement::Mistake) -> Mistake {
        let (kind, subproperty) = match &mistake.what {
            What::Lacks { position, in_part: false } => (MistakeKind::Misses, Some(*position)),
            What::Lacks { position, in_part: true } => (MistakeKind::InPart, Some(*position)),
            What::Strict => (MistakeKind::Strict, None),
            What::Fails(_) => (MistakeKind::Fails, None),
        };
        let language = &one.entry.language;
        let expect = self.key.tests[mistake.test].expect;
        let place = match subproperty {
            Some(position) => Some(self.shown.place(mistake.test, position)),
            // Of a wrong pair without an answer, all that fails.
            None if !expect => {
                let names = self.key.shown(self.key.fails(mistake.test) & self.key.required);
                Some(format!("{} {}", listed(&names), if names.len() == 1 { "fails" } else { "fail" }))
            }
            None => None,
        };
        Mistake {
            kind,
            words: words::mistake(self.key, &mistake.what),
            subproperty,
            test: mistake.test,
            count: mistake.count,
            call: self.shown.call(mistake.test, language),
            given: given(&one.outcomes[mistake.test]),
            expected: expected(expect),
            place,
            spot: subproperty.and_then(|position| self.shown.spot(mistake.test, position)),
            twin: mistake.twin.map(|test| Twin {
                test,
                call: self.shown.call(test, language),
                given: given(&one.outcomes[test]),
            }),
        }
    }
}

fn raising_line(one: &Graduate, outcome: &Outcome) -> Option<u64> {
    let Outcome::Raised(raised) = outcome else { return None };
    let source = one.entry.source.as_ref()?;
    raised.line.filter(|_| raised.file.as_ref() == Some(&source.file))
}

fn expected(expect: bool) -> &'static str {
    if expect { "accepted" } else { "rejected" }
}

/// `rejected`; `raised KeyError: 'c' (sort.py:9)`
fn given(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Raised(raised) => format!("raised {}", raised.text()),
        Outcome::OutOfMemory => "ran out of memory".to_owned(),
        Outcome::NotABoolean(ty) => format!("returned a value of type {ty}"),
        other => match (other.word().replace('_', " "), other.detail()) {
            (word, detail) if detail.is_empty() => word,
            (word, detail) => format!("{word}: {detail}"),
        },
    }
}
