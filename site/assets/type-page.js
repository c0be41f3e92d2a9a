// The page of a type: the filter of its properties, and the template beside them.
(function () {
  "use strict";
  var $ = function (selector) { return document.querySelector(selector); };
  var $$ = function (selector) { return Array.from(document.querySelectorAll(selector)); };

  // The filter of a page's properties: rows and their links in the outline.
  function sieve() {
    var input = $("#sieve");
    if (!input) return;
    var bar = $(".seek");
    var said = $(".count");
    // An element that is hidden together with the item of the outline that leads to it.
    var both = function (row, id) {
      var item = $('#toc li:has(> [href="#' + CSS.escape(id) + '"])');
      return function (out) {
        row.hidden = out;
        if (item) item.hidden = out;
      };
    };
    var rows = $$(".props > .prop").map(function (row) {
      return { hide: both(row, row.id), all: [row].concat(Array.from(row.querySelectorAll(".prop"))), folds: row.querySelectorAll(".mem") };
    });
    var sections = $$(".rows > .props").map(function (section) { return { section: section, hide: both(section, section.querySelector("h2").id) }; });
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/[\s.]+/).filter(Boolean);
      document.documentElement.classList.toggle("sifted", words.length > 0);
      var first;
      var shown = 0;
      rows.forEach(function (each) {
        // A property is found by its path, of which the last part has one of the words at least.
        var hits = each.all.filter(function (row) {
          var path = row.id.slice(5).toLowerCase();
          var has = function (word) { return this.includes(word); };
          return words.every(has, path) && words.some(has, path.split(".").pop());
        });
        var out = words.length > 0 && !hits.length;
        each.hide(out);
        // What is found inside is unfolded, and folded again when the filter is gone.
        each.folds.forEach(function (fold) {
          var has = hits.some(function (hit) { return fold.contains(hit); });
          if (has ? !fold.open : fold.opened) fold.open = fold.opened = has;
        });
        if (out) return;
        first = first || hits[0];
        shown++;
      });
      sections.forEach(function (each) {
        each.hide(words.length > 0 && !each.section.querySelector(".prop:not([hidden])"));
      });
      said.textContent = words.length ? shown + " of " + rows.length : "";
      document.dispatchEvent(new Event("relaid"));
      if (first) bring(first);
    });
    // The first match is in view while one types.
    function bring(row) {
      var top = row.getBoundingClientRect().top;
      if (top < bar.getBoundingClientRect().bottom || top > innerHeight * 0.75) row.scrollIntoView();
    }
    function clear() {
      input.value = "";
      input.dispatchEvent(new Event("input"));
    }
    input.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && input.value) {
        event.preventDefault();
        clear();
      }
    });
    // A link to a row that is filtered out shows all of them.
    addEventListener("hashchange", function () {
      var row = $("[hidden]:target, [hidden] :target");
      if (!row) return;
      clear();
      row.scrollIntoView();
    });
  }

  // ---- the template beside the properties: it shows the one that is pointed at ----

  // The lines of each property of the type in a template: [first, last], by name.
  function linesOf(text, type) {
    var found = {};
    var depth = -1;
    var inside = false;
    var name = null;
    text.split("\n").forEach(function (line, n) {
      var at = line.search(/\S/);
      if (at < 0) return;
      if (at <= depth) {
        inside = at === depth && line.trim() === "properties:";
        if (at < depth) depth = -1;
        name = null;
      }
      if (line.trim() === "type: " + type) depth = at;
      else if (inside && at === depth + 2 && !/^\s*[-#]/.test(line)) {
        name = line.trim().split(":")[0];
        if (found[name]) name = null; // a second resource of the type
        else found[name] = [n, n];
      }
      if (name) found[name][1] = n;
    });
    return found;
  }

  function pointing() {
    var use = $(".use");
    var type = $(".title .copy");
    var wide = matchMedia("(min-width: 75rem)");
    if (!use || !type) return;
    var peek = use.querySelector(".peek");
    var spot = document.createElement("span");
    var shown = null;
    var read = new Map();
    spot.className = "spot";
    var lines = function (pre) {
      if (!read.has(pre)) read.set(pre, { text: pre.textContent.split("\n"), at: linesOf(pre.textContent, type.dataset.copy) });
      return read.get(pre);
    };

    function show(row) {
      // Nested properties are in the lines of the one that has them.
      for (var up = row; up; up = up.parentElement.closest(".prop")) row = up;
      if (row === shown || !wide.matches || !/^prop-/.test(row.id)) return;
      shown = row;
      var name = row.id.slice(5);
      var open = use.querySelector("details[open] pre");
      var span = open && lines(open).at[name];
      spot.remove();
      peek.replaceChildren();
      if (span) {
        var height = parseFloat(getComputedStyle(open).lineHeight);
        var top = parseFloat(getComputedStyle(open).paddingTop) + span[0] * height;
        spot.style.top = top + "px";
        spot.style.height = (span[1] - span[0] + 1) * height + "px";
        open.prepend(spot);
        if (top < open.scrollTop || top + 3 * height > open.scrollTop + open.clientHeight) open.scrollTop = top - open.clientHeight / 3;
        return;
      }
      // An example that does without it: a sample value comes from the template with all of them.
      var all = use.querySelector(".all-properties pre");
      var sample = all && lines(all).at[name];
      if (!open || !sample) return;
      var text = lines(all).text.slice(sample[0], sample[1] + 1);
      var margin = text[0].search(/\S/);
      var pre = document.createElement("pre");
      pre.textContent = text.map(function (line) { return line.slice(margin); }).join("\n");
      peek.append("Not in this template. A sample value:", pre);
    }

    var rows = $$(".rest .prop");
    rows.forEach(function (row) {
      row.addEventListener("pointerenter", function () { show(row); });
      row.addEventListener("focusin", function () { show(row); });
    });
    var aim = function () {
      var row = $(".prop:target");
      if (row) show(row);
    };
    addEventListener("hashchange", aim);
    // What the address points to is known when the page is loaded.
    addEventListener("load", aim);
    use.addEventListener("toggle", function () {
      var row = shown;
      shown = null;
      if (row) show(row);
    }, true);
  }

  // A mark says what it means, beside itself.
  function marks() {
    var legend = document.getElementById("marks");
    if (!legend || !legend.showPopover) return;
    document.addEventListener("click", function (event) {
      var mark = event.target.closest(".rows .prop .up, .rows .prop-head .st");
      if (!mark) return;
      try { legend.showPopover({ source: mark }); } catch (e) { /* it is open */ }
    });
  }

  sieve();
  marks();
  pointing();
})();
