//! The figures of `report.html`.

use serde_json::Value as Json;

use super::files::of_submission;
use super::places::{VERDICTS, count, list, number, text};
use super::{Figures, Folder, Views};

/// The marks of the list "Review first" and of the filter, and what they count.
const MARKS: [(&str, &str); 7] = [
    ("deep", "deeply_flawed"),
    ("unrecognized", "unrecognized"),
    ("unfocused", "unfocused"),
    ("positive", "positive"),
    ("unstable", "all unstable"),
    ("cut", "cut_short"),
    ("same", "submitted twice"),
];

/// What stands between tags.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands between two texts.
fn between<'a>(html: &'a str, start: &str, end: &str) -> Option<&'a str> {
    html.split_once(start).map(|(_, rest)| rest.split(end).next().unwrap_or(rest))
}

/// A number in both views: `<span class="v-all">3</span><span class="v-without">2</span>`, or one for both.
fn both(html: &str) -> impl Fn(Views) -> usize + use<> {
    let of = |class: &str| between(html, &format!("<span class=\"{class}\">"), "</span>").unwrap_or(html);
    let (all, without) = (number(&plain(of("v-all"))), number(&plain(of("v-without"))));
    move |view| if view == Views::All { all } else { without }
}

/// The strong number after a link; nothing is listed if it is zero.
fn listed(html: &str, link: &str) -> impl Fn(Views) -> usize + use<> {
    let strong = between(html, &format!("{link}><strong>"), "</strong>");
    both(strong.unwrap_or("0"))
}

pub fn page(folder: &Folder, report: &Json, figures: &mut Figures) {
    let page = folder.text("results/report.html");
    overview(&page, report, figures);
    buckets(&page, report, figures);
    for one in list(&report["submissions"]) {
        submission(&page, one, figures);
    }
    // The filter: how many submissions have each mark.
    let items: Vec<&str> = page.split("<details class=\"sub\"").skip(1).collect();
    for (mark, figure) in MARKS {
        let has = |item: &&&str| {
            between(item, "data-mark=\"", "\"").is_some_and(|marks| marks.split(' ').any(|one| one == mark))
        };
        // Submissions that could not run have no marks.
        if mark != "same" {
            figures.add("marks on the page", figure, &items.iter().filter(has).count());
        }
    }
    let drawn = between(&page, "<section id=\"fingerprints\"", "</section>").expect("a heat map");
    if !list(&report["fingerprints"]).is_empty() {
        let lead = plain(between(drawn, "<p class=\"lead\">", "</p>").expect("a sentence"));
        let others = match (lead.split_once("The other "), lead.contains("One other is not drawn")) {
            (Some((_, rest)), _) => number(rest.split(' ').next().unwrap_or_default()),
            (None, one) => usize::from(one),
        };
        figures.add("heat map", "without fingerprint", &others);
        figures.add("heat map", "with fingerprint", &drawn.matches("<th scope=\"row\">").count());
    }
    let clusters = between(&page, "<section id=\"clusters\"", "</section>").expect("clusters");
    let single = between(clusters, "like no other: ", ".</p>");
    figures.add_both("page", "like no other", both(single.unwrap_or("0")));
    figures.add("page", "behaviors", &clusters.matches("id=\"k-").count());
    figures.add("clusters on the page", "distinct_fingerprints", &clusters.matches("id=\"c-").count());
}

fn overview(page: &str, report: &Json, figures: &mut Figures) {
    let overview = between(page, "<section id=\"overview\"", "</section>").expect("an overview");
    let parts: Vec<&str> = overview.split("<div class=\"v-without\">").collect();
    for (view, part) in [(Views::All, parts[0]), (Views::WithoutDeep, parts[1])] {
        let headline = plain(between(part, "<p class=\"headline\">", "</p>").expect("a headline"));
        let is_number = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_digit());
        let numbers: Vec<usize> = headline.split(' ').filter(is_number).map(number).collect();
        let [faulty, submissions, no_mistake_found, tests] = numbers[..] else { panic!("{headline}") };
        figures.add("headline", view.named("faulty"), &faulty);
        figures.add("headline", view.named("submissions"), &submissions);
        figures.add("headline", view.named("no_mistake_found"), &no_mistake_found);
        figures.add("headline", "tests", &tests);
        let legend = between(part, "<ul class=\"legend\">", "</ul>").expect("a legend");
        for (_, figure) in VERDICTS.iter().filter(|(_, figure)| *figure != "faulty") {
            let item = legend.split("<li>").find(|item| item.contains(&format!("verdict={figure}\"")));
            let number = item.map_or(0, |item| number(plain(item).split(' ').next().unwrap_or_default()));
            figures.add("page", view.named(figure), &number);
        }
    }
    for (place, property) in list(&report["subproperties"]).iter().enumerate() {
        let name = text(&property["shown"]);
        if property["required"] == true {
            bar(overview.split(&format!("href=\"#?missed={place}\"")).nth(1).expect("a bar"), name, figures);
        } else {
            let explains = listed(overview, &format!("href=\"#?explained={place}\""));
            figures.add_both("page", &format!("explains {name}"), explains);
        }
    }
    for (place, group) in list(&report["groups"]).iter().enumerate() {
        let groups = overview.split("<h3>By group</h3>").nth(1).expect("groups");
        bar(groups.split("<li>").nth(place + 1).expect("a group"), text(&group["name"]), figures);
    }
    for (mark, figure) in MARKS {
        let number = listed(overview, &format!("href=\"#?mark={mark}\""));
        match mark {
            // Without the deeply flawed there are none; the page names them in both views.
            "deep" => figures.add("page", figure, &number(Views::All)),
            _ => figures.add_both("page", figure, number),
        }
    }
    figures.add_both("page", "distinct_fingerprints", listed(overview, "href=\"#clusters\""));
    figures.add_both("page", "mixed buckets", listed(overview, "href=\"#candidates\""));
}

/// The bars of a subproperty or a group, one for each view: `3 missed · 1 in part`.
fn bar(item: &str, name: &str, figures: &mut Figures) {
    for (view, class) in [(Views::All, "v-all"), (Views::WithoutDeep, "v-without")] {
        let shown = between(item, &format!("class=\"bar {class}\""), "</li>").expect("a bar");
        let shown = plain(shown.split("class=\"bar").next().unwrap_or(shown)).replace('·', "");
        let words: Vec<&str> = shown.split_whitespace().collect();
        let before = |word: &str| words.windows(2).find(|pair| pair[1] == word).map(|pair| number(pair[0]));
        figures.add("page", view.named(&format!("missed {name}")), &before("missed").expect("a number"));
        figures.add("page", view.named(&format!("in part {name}")), &before("in").unwrap_or(0));
    }
}

fn buckets(page: &str, report: &Json, figures: &mut Figures) {
    for (place, _) in list(&report["buckets"]).iter().enumerate() {
        let start = format!("<details class=\"bucket\" id=\"b-{}\">", place + 1);
        let bucket = between(page, &start, "</details>").expect("a bucket");
        let tests = between(bucket, "<span class=\"note\">", "</span>").expect("tests");
        figures.add("page", format!("tests of bucket {place}"), &number(tests));
        let wrong = between(bucket, "<span class=\"wrong\"><strong>", "</strong>").expect("a number");
        figures.add_both("page", &format!("wrong in bucket {place}"), both(wrong));
        let mixed = between(bucket, "accept some of its pairs and reject others: ", ".</p>");
        figures.add_both("page", &format!("mixed in bucket {place}"), both(mixed.unwrap_or("0")));
    }
    for (place, test) in list(&report["tests"]).iter().enumerate() {
        let row = between(page, &format!("<tr id=\"t-{}\">", place + 1), "</tr>").expect("a test");
        let wrong = between(row, "<td class=\"num\">", "</td>").expect("a number");
        figures.add_both("page", &format!("wrong on test {}", text(&test["id"])), both(wrong));
    }
}

fn submission(page: &str, one: &Json, figures: &mut Figures) {
    let start = format!("<details class=\"sub\" id=\"s-{}\"", count(&one["number"]));
    let item = between(page, &start, "<details class=\"sub\"").expect("an item");
    let attribute = |name: &str| between(item, &format!("data-{name}=\""), "\"").expect("an attribute").to_owned();
    let wrong = if attribute("wrong") == "-1" { "0".to_owned() } else { attribute("wrong") };
    let unstable = attribute("mark").split(' ').any(|mark| mark == "unstable").to_string();
    let shown = plain(item);
    let others = |what: &str| match between(&shown, what, " other") {
        None => 0,
        Some("one") => 1,
        Some(others) => number(others),
    };
    let parts = [
        ("verdict", attribute("verdict")),
        ("wrong", wrong),
        ("unstable", unstable),
        ("same behavior", others("same behavior as ").to_string()),
        ("same fingerprint", others("same fingerprint as ").to_string()),
    ];
    of_submission("page", text(&one["name"]), &parts, figures);
    let is_faulty = ["too_lax", "too_strict", "both", "no_answer"].contains(&text(&one["verdict"]));
    if is_faulty {
        let agrees = between(&shown, "agrees with ", " test").expect("a formula");
        let exceptions = agrees.split_once(" of ").map_or(0, |(agree, all)| number(all) - number(agree));
        of_submission("page", text(&one["name"]), &[("exceptions", exceptions.to_string())], figures);
        let others = if one["cluster"].is_null() { 0 } else { of_cluster(page, &attribute("cluster")) - 1 };
        of_submission("clusters on the page", text(&one["name"]), &[("same fingerprint", others.to_string())], figures);
        let cut_short = between(&shown, "cut short ", " not run because").unwrap_or("0 of");
        let not_run = number(cut_short.split(" of").next().unwrap_or_default());
        of_submission("page", text(&one["name"]), &[("not run", not_run.to_string())], figures);
    }
}

/// How many submissions a cluster lists.
fn of_cluster(page: &str, place: &str) -> usize {
    let start = format!("id=\"c-{}\"", number(place) + 1);
    let cluster = between(page, &start, "</details>").expect("a cluster");
    between(cluster, "<ul class=\"members\">", "</ul>").expect("members").matches("<li").count()
}
