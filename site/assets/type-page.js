// The page of a type: the filter of its properties, and the template beside them.
(function () {
  "use strict";
  var $ = function (selector) { return document.querySelector(selector); };
  var $$ = function (selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); };

  // What the address points to.
  function addressed() {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch (e) { return null; }
  }

  // The filter of a page's properties: rows and their links in the outline.
  function sieve() {
    var input = $("#sieve");
    if (!input) return;
    var bar = $(".seek");
    var said = $(".count");
    var rows = $$(".props > .prop").map(function (row) {
      var link = document.querySelector('#toc a[href="#' + CSS.escape(row.id) + '"]');
      var names = Array.prototype.map.call(row.querySelectorAll(".prop-head"), function (head) { return head.firstChild.textContent; });
      return { row: row, item: link && link.parentNode, text: names.join(" ").toLowerCase() };
    });
    var sections = $$(".rows > .props").map(function (section) {
      var link = document.querySelector('#toc a[href="#' + section.querySelector("h2").id + '"]');
      return { section: section, item: link && link.parentNode };
    });
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/[\s.]+/).filter(Boolean);
      document.documentElement.classList.toggle("sifted", words.length > 0);
      var first = null;
      var shown = 0;
      rows.forEach(function (each) {
        var out = !words.every(function (word) { return each.text.includes(word); });
        each.row.hidden = out;
        if (each.item) each.item.hidden = out;
        if (out) return;
        first = first || each.row;
        shown++;
      });
      sections.forEach(function (each) {
        each.section.hidden = words.length > 0 && !each.section.querySelector(".prop:not([hidden])");
        if (each.item) each.item.hidden = each.section.hidden;
      });
      said.textContent = words.length ? shown + " of " + rows.length : "";
      document.dispatchEvent(new Event("relaid"));
      if (words.length && first) bring(first);
    });
    // The first match is in view while one types.
    function bring(row) {
      var top = row.getBoundingClientRect().top;
      if (top < bar.getBoundingClientRect().bottom || top > innerHeight * 0.75) row.scrollIntoView();
    }
    input.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && input.value) {
        event.preventDefault();
        input.value = "";
        input.dispatchEvent(new Event("input"));
      }
    });
    // A link to a row that is filtered out shows all of them.
    addEventListener("hashchange", function () {
      var el = addressed();
      if (el && el.closest("[hidden]")) {
        input.value = "";
        input.dispatchEvent(new Event("input"));
        el.scrollIntoView();
      }
    });
  }

  // ---- the template beside the properties: it shows the one that is pointed at ----

  // The lines of each property of the type in a template: [first, last], by name.
  function linesOf(text, type) {
    var lines = text.split("\n");
    var indent = function (line) { return line.search(/\S/); };
    var found = {};
    for (var at = 0; at < lines.length; at++) {
      if (lines[at].trim() !== "type: " + type) continue;
      var depth = indent(lines[at]);
      for (var n = at + 1; n < lines.length && (indent(lines[n]) < 0 || indent(lines[n]) >= depth); n++) {
        if (indent(lines[n]) !== depth || lines[n].trim() !== "properties:") continue;
        var own = -1;
        var name = null;
        for (n++; n < lines.length && (indent(lines[n]) < 0 || indent(lines[n]) > depth); n++) {
          if (indent(lines[n]) < 0) continue;
          if (own < 0) own = indent(lines[n]);
          if (indent(lines[n]) === own && !/^\s*[-#]/.test(lines[n])) {
            name = lines[n].trim().split(":")[0];
            if (!found[name]) found[name] = [n, n];
            else name = null; // a second resource of the type
          } else if (name) found[name][1] = n;
          if (name) found[name][1] = n;
        }
        n--;
      }
    }
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
      var el = addressed();
      if (el && el.matches(".prop")) show(el);
    };
    addEventListener("hashchange", aim);
    use.addEventListener("toggle", function () {
      var row = shown;
      shown = null;
      if (row) show(row);
    }, true);
    aim();
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
