// Finds the errors of Heat whose messages a text has, and rules by their ids. It is loaded for a query that looks like a
// message, or that finds nothing else.
//
// The index (`crates/site/src/pages/errors.rs`): `errors` are id, number of the area in `areas`, precedence (0 first, 2 last) and
// messages with gaps such as `{name}`; `rules` are those of each set: id and summary of each, and the address of their pages. What counts as a message is the same as in `heat-errors`
// (`crates/errors/src/matching`), whose names these functions have; a test compares the two.
(function (global) {
  "use strict";

  var MAX_WORDS = 2000, MAX_TEXT = 100000, MAX_GAP = 60, MAX_FOUND = 5, MAX_TYPED = 15;
  var MIN_OF_MESSAGE = 0.7, MIN_OF_TEXT = 0.75, MIN_COMMON = 1.25, COMMON_WEIGHT = 0.25;
  var COMMON = new Set("a an and are at be by can could for from has in is it must no not of on or should that the to was".split(" "));
  var BETWEEN = /\u001b\[(?:[^a-z]*[a-z])?|\\[nrt"'\\]|&(?:quot|apos|#39|#x27|lt|gt|amp|nbsp);|[\u001b\\&]/gi;
  var WORD = /[\p{Alphabetic}\p{N}_]+/gu;

  function split(text) { return (text.match(WORD) || []).map(function (word) { return word.toLowerCase(); }); }
  function ofText(text) { return split(text.slice(0, MAX_TEXT).replace(BETWEEN, " ")).slice(0, MAX_WORDS); }
  function weight(word) { return COMMON.has(word) ? COMMON_WEIGHT : 1; }
  function sum(words) { return words.reduce(function (total, word) { return total + weight(word); }, 0); }

  /** The runs of words between the gaps of a message. A part of a word beside a gap belongs to the gap. */
  function format(message) {
    var literals = message.split(/\{[\p{Alphabetic}\p{N}_]+\}/u);
    var runs = literals.map(function (literal, n) {
      if (n) literal = literal.replace(/^[\p{Alphabetic}\p{N}_]+/u, "");
      if (n < literals.length - 1) literal = literal.replace(/[\p{Alphabetic}\p{N}_]+$/u, "");
      return split(literal);
    }).filter(function (run) { return run.length; });
    var words = [].concat.apply([], runs);
    return { runs: runs, words: words, size: words.join("").length };
  }

  /** Whether words have the runs of a message, in their order. */
  function has(words, runs) {
    var ends = null;
    for (var r = 0; r < runs.length; r++) {
      var run = runs[r], reached = [], last = -1;
      for (var start = 0, e = 0; start + run.length <= words.length; start++) {
        if (ends) {
          while (e < ends.length && ends[e] <= start) last = ends[e++];
          if (last < 0 || start - last > MAX_GAP) continue;
        }
        if (run.every(function (word, n) { return words[start + n] === word; })) reached.push(start + run.length);
      }
      if (!reached.length) return false;
      ends = reached;
    }
    return ends !== null;
  }

  /** The weight of the words in common, in the same order; the last one may be the beginning of a word. */
  function commonWeight(words, message) {
    var best = new Array(message.length + 1).fill(0);
    words.forEach(function (word, position) {
      var isLast = position + 1 === words.length, diagonal = 0;
      message.forEach(function (other, column) {
        var same = word === other || isLast && word.length > 2 && other.startsWith(word);
        var met = same ? diagonal + weight(other) : 0;
        diagonal = best[column + 1];
        best[column + 1] = Math.max(best[column + 1], best[column], met);
      });
    });
    return best[message.length];
  }

  function resemblance(words, message) {
    var common = commonWeight(words, message);
    var ofMessage = common / sum(message), ofText = common / sum(words), typed = words.length <= MAX_TYPED;
    if (common < MIN_COMMON || !(ofMessage >= MIN_OF_MESSAGE || typed && ofText >= MIN_OF_TEXT)) return 0;
    return typed ? ofMessage + ofText : ofMessage;
  }

  function createErrors(index) {
    var formats = [];
    index.errors.forEach(function (error, number) {
      error[3].forEach(function (message) {
        formats.push(Object.assign({ number: number, precedence: error[2] }, format(message)));
      });
    });

    function hit(number) {
      var error = index.errors[number];
      return { kind: "error", name: error[3][0].replace(/\{\w+\}/g, "…"), type: index.areas[error[1]], path: "", url: "errors/" + error[0] + ".html", status: "supported", id: error[0] };
    }

    function firstOfEach(found) {
      return Array.from(new Set(found.map(function (f) { return f.number; }))).slice(0, MAX_FOUND).map(hit);
    }

    /** The errors of a text: those whose messages it has, or else those that it resembles. */
    function find(text) {
      var words = ofText(text), known = new Set(words);
      var found = formats.filter(function (f) {
        return f.words.every(function (word) { return known.has(word); }) && has(words, f.runs);
      });
      found.sort(function (a, b) { return a.precedence - b.precedence || b.size - a.size || a.number - b.number; });
      if (found.length) return { exact: true, hits: firstOfEach(found) };
      var close = formats.map(function (f) { return { number: f.number, score: resemblance(words, f.words) }; });
      close = close.filter(function (f) { return f.score > 0; });
      close.sort(function (a, b) { return b.score - a.score || a.number - b.number; });
      return { exact: false, hits: firstOfEach(close) };
    }

    /** Rules and the error with this id, and rules with one that begins so; or those rules whose ids are in a text: in brackets, or written
        with hyphens. */
    function named(query) {
      var id = split(query).join("-").replace(/_/g, "-");
      if (id.length < 4) return [];
      // Words with blanks between them are not meant as an id: what they find is after the other results.
      var typed = query.trim().toLowerCase();
      var error = index.errors.findIndex(function (error) { return error[0] === typed; });
      var all = [];
      index.rules.forEach(function (set) {
        set.rules.forEach(function (rule) {
          all.push({ kind: "rule", words: set.kind, name: rule[0], type: rule[1], path: "", url: set.url.replace("{id}", rule[0]), status: "supported" });
        });
      });
      var found = all.filter(function (rule) { return rule.name.startsWith(id); });
      found.sort(function (a, b) { return a.name.length - b.name.length; });
      if (error >= 0) found.splice(found.filter(function (rule) { return rule.name === id; }).length, 0, hit(error));
      if (!found.length) {
        var ids = new Set(query.match(/[a-z]+(?:-[a-z]+)+|[a-z]+(?=\])/g));
        found = all.filter(function (rule) { return ids.has(rule.name); });
      }
      return found.slice(0, MAX_FOUND);
    }

    /** The result of a search with what is found here: before the other hits if the query is a message, otherwise after them. What only has
        most words of a message is not about it. */
    function added(query, result) {
      var byId = named(query), found = find(query);
      found.hits = found.hits.filter(function (error) { return byId.every(function (hit) { return hit.url !== error.url; }); });
      var weak = !result.total || result.partial;
      if (found.exact && weak) result = Object.assign({}, result, { total: 0, partial: false, hits: [] });
      var first = byId.concat(found.exact || weak ? found.hits : []);
      var last = found.exact || weak ? [] : found.hits;
      return Object.assign({}, result, { total: result.total + first.length + last.length, hits: first.concat(result.hits, last) });
    }

    return { find: find, named: named, added: added };
  }

  global.heatErrors = { createErrors: createErrors };
})(globalThis);
