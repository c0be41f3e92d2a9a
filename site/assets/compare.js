// Compares two releases: fetches the pages of the releases in between, and merges their changes. Without this file, or if
// fetching is not possible, the list of steps links to the same pages.
(function () {
  "use strict";
  var form = document.getElementById("compare");
  var out = document.getElementById("comparison");
  var matrix = document.getElementById("matrix");
  var said = document.getElementById("compared");
  // Newest first on the page; oldest first here.
  var steps = Array.prototype.slice.call(document.querySelectorAll("#steps li")).reverse().map(function (li) {
    return { version: li.dataset.v, of: li.dataset.of, url: li.querySelector("a").href, li: li };
  });
  var rest = document.getElementById("steps");
  if (!form || !steps.length || location.protocol === "file:") {
    if (form) form.hidden = true;
    rest.classList.remove("awaits");
    return;
  }
  var pages = {};

  function page(step) {
    pages[step.url] = pages[step.url] || fetch(step.url).then(function (answer) {
      if (!answer.ok) throw new Error(step.url);
      return answer.text();
    }).then(function (html) { return new DOMParser().parseFromString(html, "text/html"); });
    return pages[step.url];
  }

  var KINDS = ["removed", "placeholders", "hidden", "deprecated", "changed", "added"]; // worst first

  // All lines of a page, each with its kind and its type. Links are relative to that page.
  function lines(doc, url) {
    var found = [];
    doc.querySelectorAll(".changes [data-t]").forEach(function (type) {
      type.querySelectorAll("a").forEach(function (link) { link.href = new URL(link.getAttribute("href"), url).href; });
      type.querySelectorAll("li").forEach(function (li) {
        found.push({ kind: li.dataset.c, type: type.dataset.t, head: type.querySelector("dt"), key: li.dataset.k, li: li });
      });
    });
    return found;
  }

  // The subject of a line: `prop size` of `prop size default`; `prop ` is the type as a whole.
  function thing(line) { return line.key.replace(/ [^ ]*$/, ""); }

  function combine(all) {
    var kept = [];
    var gone = {}; // items that were added and later removed
    function drop(wanted) { kept = kept.filter(function (line) { return !wanted(line); }); }
    all.forEach(function (line) {
      var sameType = function (other) { return other.type === line.type; };
      var isWhole = thing(line) === "prop ";
      var same = function (other) { return sameType(other) && other.key === line.key; };
      var within = function (other) { return sameType(other) && (isWhole || thing(other) === thing(line) || thing(other).indexOf(thing(line) + ".") === 0); };
      var isNew = function (other) { return other.kind === "added" && sameType(other) && (thing(other) === "prop " || thing(other) === thing(line)); };
      var ends = line.kind === "removed" || line.kind === "placeholders" || line.kind === "hidden";
      if (ends) {
        // Items that were added and later removed exist at neither end.
        var came = kept.some(isNew);
        // A placeholder is hidden as well.
        drop(function (other) { return within(other) && (line.kind === "removed" || other.kind !== "placeholders" && other.kind !== "hidden"); });
        if (came || gone[line.type + " " + thing(line)]) { gone[line.type + " " + thing(line)] = true; return; }
      } else if (line.kind === "added") {
        var back = kept.filter(function (other) { return same(other) && other.kind === "removed"; });
        drop(function (other) { return back.indexOf(other) >= 0; });
        // Everything inside a new type is also new.
        if (back.length || (!isWhole && kept.some(isNew))) return;
      } else {
        if (line.kind === "changed" && kept.some(isNew)) return;
        var earlier = kept.filter(same)[0];
        drop(same);
        var was = earlier && earlier.li.querySelector(".was");
        var own = line.li.querySelector(".was");
        if (was && own && line.li.querySelector(".now") && !line.li.querySelector(".was ~ .was")) {
          own.textContent = was.textContent;
          if (own.textContent === line.li.querySelector(".now").textContent) return;
        }
      }
      kept.push(line);
    });
    return kept;
  }

  // The most severe change of a type as a whole, or that something in it changed.
  function fate(own) {
    var whole = own.filter(function (line) { return thing(line) === "prop "; });
    var kinds = KINDS.filter(function (kind) { return whole.some(function (line) { return line.kind === kind; }); });
    return kinds[0] || "changed";
  }

  function element(tag, properties, children) {
    var made = Object.assign(document.createElement(tag), properties);
    made.append.apply(made, children || []);
    return made;
  }

  function byType(kept) {
    var types = {};
    kept.forEach(function (line) { (types[line.type] = types[line.type] || []).push(line); });
    return types;
  }

  function serviceOf(type) { return type.split("::").slice(0, 2).join("::"); }

  // A type's name in pieces, between which a line may end.
  function named(type) {
    return type.split(/(?<=::)/).reduce(function (all, part) { return all.concat(all.length ? document.createElement("wbr") : [], part); }, []);
  }

  function isBreaking(line) { return Boolean(line.li.querySelector(".sev.breaking")); }

  // The address of the comparison of one type alone.
  function alone(type) { return "?from=" + form.from.value + "&to=" + form.to.value + "&type=" + encodeURIComponent(type); }

  // What a kind of changes is called.
  function word(kind) { return form.getAttribute("data-word-" + kind); }

  // How many changes of each kind each type has, as links to them; services have a row of their own.
  function showMatrix(types) {
    var names = Object.keys(types).sort(), last = "";
    var columns = KINDS.filter(function (kind) { return names.some(function (name) { return types[name].some(function (line) { return line.kind === kind; }); }); });
    var anyBreaks = names.some(function (name) { return types[name].some(isBreaking); });
    var head = [element("th", { scope: "col", textContent: "Type" })].concat(columns.map(function (kind) {
      return element("th", { scope: "col", className: "num", textContent: word(kind) });
    }), anyBreaks ? element("th", { scope: "col", className: "num", textContent: "Breaking" }) : []);
    var body = element("tbody");
    names.forEach(function (name) {
      if (serviceOf(name) !== last) {
        last = serviceOf(name);
        body.append(element("tr", { className: "group" }, [element("th", { scope: "rowgroup", colSpan: head.length, textContent: last })]));
      }
      function cell(count, className, label) {
        var words = count ? [element("a", { href: "#in-" + name, className: className, textContent: count, title: count + " " + label.toLowerCase() })] : [];
        var made = element("td", { className: "num" }, words);
        made.dataset.l = label;
        return made;
      }
      var cells = columns.map(function (kind) {
        return cell(types[name].filter(function (line) { return line.kind === kind; }).length, kind, word(kind));
      });
      if (anyBreaks) cells.push(cell(types[name].filter(isBreaking).length, "breaking", "Breaking"));
      var link = element("a", { href: alone(name), title: "Show both sides" }, named(name));
      link.dataset.only = name;
      body.append(element("tr", {}, [element("th", { scope: "row" }, [link])].concat(cells)));
    });
    matrix.replaceChildren(element("table", { className: "list releases matrix" }, [element("thead", {}, [element("tr", {}, head)]), body]));
  }

  // What the line says beside its name, in the columns of the two releases.
  function sides(line) {
    var rest = line.li.cloneNode(true);
    var name = rest.querySelector(":scope > a > code, :scope > code");
    if (name) (name.closest("a") || name).remove();
    var turned = rest.querySelectorAll(".turned");
    // One value more or less is not all that was there.
    var isPart = Boolean(rest.querySelector(".turned") && /^(now also|no longer)/.test(rest.querySelector(".turned").textContent));
    rest.querySelectorAll(":scope > .at").forEach(function (mark) { mark.remove(); });
    rest.childNodes.forEach(function (node) { if (node.nodeType === 3) node.data = node.data.replace(/^:/, ""); });
    function values(mark) {
      var found = [];
      turned.forEach(function (each) { each.querySelectorAll(mark).forEach(function (code) { found.push(code.cloneNode(true), " "); }); });
      return found;
    }
    var was = values(".was"), now = values(".now");
    turned.forEach(function (each) { each.remove(); });
    var said = Array.prototype.slice.call(rest.childNodes);
    if (line.kind === "added") return [["–"], said];
    if (!was.length && !now.length) return [null, said];
    // The columns say that it changed.
    said = said.filter(function (node) { return !(node.classList && node.classList.contains("st")); });
    function shown(found) { return !found.length ? ["–"] : isPart ? ["also "].concat(found) : found; }
    return [shown(was), said.concat(shown(now))];
  }

  // One type, with each change in both releases.
  function showSides(name, own) {
    var label = function (field) { return field.selectedOptions[0].textContent; };
    var older = position(form.from.value) <= position(form.to.value);
    var heads = older ? [form.from, form.to] : [form.to, form.from];
    var body = element("tbody", {}, own.map(function (line) {
      var both = sides(line);
      var subject = line.li.querySelector(":scope > a > code, :scope > code");
      subject = subject ? (subject.closest("a") || subject).cloneNode(true) : "The type";
      var mark = line.li.querySelector(":scope > .at");
      var cells = both[0] === null ? [element("td", { colSpan: 2 }, both[1])] : [element("td", {}, both[0]), element("td", {}, both[1])];
      if (both[0] !== null) cells.forEach(function (cell, n) { cell.dataset.l = label(heads[n]); });
      return element("tr", {}, [element("th", { scope: "row" }, mark ? [subject, " ", mark.cloneNode(true)] : [subject])].concat(cells));
    }));
    var head = element("tr", {}, [element("th", { scope: "col", textContent: "What changed" })].concat(heads.map(function (field) {
      return element("th", { scope: "col", textContent: label(field) });
    })));
    var all = element("a", { href: alone(""), textContent: "All types" });
    all.dataset.only = "";
    matrix.replaceChildren(
      element("h2", {}, [element("code", {}, named(name))]),
      element("p", { className: "often" }, [all, " ", document.importNode(own[0].head.querySelector("a") || document.createTextNode(""), true)]),
      element("table", { className: "list both" }, [element("thead", {}, [head]), body])
    );
    var page = matrix.querySelector(".often a.type");
    if (page) Object.assign(page, { textContent: "Its page", className: "" });
  }

  // The services of the changes, to choose from; the chosen one stays.
  function offer(types) {
    var field = form.elements.service, chosen = field.value;
    var names = Object.keys(types).map(serviceOf).concat(chosen || []);
    names = names.filter(function (name, n) { return names.indexOf(name) === n; }).sort();
    field.replaceChildren.apply(field, [new Option("all", "")].concat(names.map(function (name) { return new Option(name, name); })));
    field.value = chosen;
  }

  // The types under the headings of the release pages, each under one.
  function show(kept, isOne) {
    out.replaceChildren(document.getElementById("headings").content.cloneNode(true));
    var types = byType(kept), names = Object.keys(types);
    if (isOne) showSides(names[0], types[names[0]]); else if (names.length) showMatrix(types); else matrix.replaceChildren();
    out.hidden = isOne;
    names.sort().forEach(function (name) {
      var own = types[name].sort(function (a, b) { return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind); });
      var kind = fate(own);
      var row = element("div", { id: "in-" + name });
      var value = document.createElement("dd");
      var items = document.createElement("ul");
      own.forEach(function (line) {
        items.append(document.importNode(line.li, true));
      });
      value.append(items);
      row.append(document.importNode(own[own.length - 1].head, true), value);
      out.querySelector('[data-s="' + kind + '"] dl').append(row);
    });
    out.querySelectorAll("section").forEach(function (section) {
      var count = section.querySelectorAll("dl > div").length;
      section.querySelector("small").textContent = count;
      if (!count) section.remove();
    });
  }

  // What breaks, before everything else. Each with what it means for stacks.
  function showBreaks(kept) {
    var section = document.getElementById("breaks"), types = byType(kept.filter(isBreaking)), names = Object.keys(types).sort();
    section.hidden = !names.length;
    var ends = [form.from, form.to].map(function (field) { return field.selectedOptions[0].textContent.toLowerCase(); });
    section.querySelector("code").textContent = "heat-codegen validate --from " + ends[0] + " --to " + ends[1];
    section.querySelector("small").textContent = kept.filter(isBreaking).length;
    section.querySelector("dl").replaceChildren.apply(section.querySelector("dl"), names.map(function (name) {
      var items = element("ul", {}, types[name].map(function (line) {
        var item = document.importNode(line.li, true), link = item.querySelector(".sev");
        if (link && link.title) item.append(element("p", { className: "dim", textContent: link.title }));
        return item;
      }));
      return element("div", {}, [document.importNode(types[name][0].head, true), element("dd", {}, [items])]);
    }));
  }

  function position(version) {
    return steps.findIndex(function (step) { return step.version === version; });
  }

  // The series that a choice is of: Heat's, whose versions begin with nothing, or that of a plug-in.
  function series(field) { return field.value.indexOf("/") < 0 ? "" : field.value.split("/")[0]; }

  // Only releases of one series follow each other: the end that was not chosen follows the one that was.
  function keepSeries(chosen) {
    if (chosen !== form.from && chosen !== form.to) return;
    var other = chosen === form.from ? form.to : form.from;
    if (series(other) === series(chosen)) return;
    var own = Array.prototype.filter.call(other.options, function (option) { return series(option) === series(chosen); });
    if (own.length) own[0].selected = true;
  }

  function compare() {
    var of = series(form.to);
    var ends = [position(form.from.value), position(form.to.value)].sort(function (a, b) { return a - b; });
    // The first recorded release has no step: -1.
    var way = steps.slice(ends[0] + 1, ends[1] + 1).filter(function (step) { return step.of === of; });
    steps.forEach(function (step) { step.li.hidden = way.indexOf(step) < 0; });
    var text = form.elements.type.value.trim(), service = form.elements.service.value;
    var words = text.toLowerCase().split(/[\s:]+/).filter(Boolean);
    history.replaceState(null, "", "?from=" + form.from.value + "&to=" + form.to.value + (service ? "&service=" + encodeURIComponent(service) : "") + (form.elements.breaking.checked ? "&breaking" : "") + (words.length ? "&type=" + encodeURIComponent(text) : ""));
    if (!way.length) {
      showBreaks([]);
      out.replaceChildren();
      matrix.replaceChildren();
      rest.classList.remove("awaits");
      said.textContent = "Both are the same release.";
      return;
    }
    var asked = location.search;
    Promise.all(way.map(page)).then(function (docs) {
      if (asked !== location.search) return;
      var all = [];
      docs.forEach(function (doc, n) { all = all.concat(lines(doc.cloneNode(true), way[n].url)); });
      var combined = combine(all);
      offer(byType(combined));
      // The full name of a type is that type alone.
      var isName = combined.some(function (line) { return line.type === text; });
      var kept = combined.filter(function (line) {
        if (service && serviceOf(line.type) !== service) return false;
        if (form.elements.breaking.checked && !isBreaking(line)) return false;
        return isName ? line.type === text : words.every(function (word) { return line.type.toLowerCase().includes(word); });
      });
      showBreaks(isName ? [] : kept);
      show(kept, isName && kept.length > 0);
      rest.classList.remove("awaits");
      said.textContent = kept.length + (form.elements.breaking.checked ? " breaking" : "") + (kept.length === 1 ? " change" : " changes") + " in " + way.length + (way.length === 1 ? " release" : " releases");
    }, function () {
      showBreaks([]);
      out.replaceChildren();
      matrix.replaceChildren();
      rest.classList.remove("awaits");
      said.textContent = "The release pages could not be fetched. The list below links to them.";
    });
  }

  var wanted = new URLSearchParams(location.search);
  ["from", "to"].forEach(function (name) {
    var option = form.querySelector('[name="' + name + '"] option[value="' + CSS.escape(wanted.get(name) || "") + '"]');
    if (option) option.selected = true;
  });
  form.elements.type.value = wanted.get("type") || "";
  form.elements.breaking.checked = wanted.has("breaking");
  if (wanted.get("service")) form.elements.service.append(new Option(wanted.get("service"), wanted.get("service"), true, true));
  keepSeries(wanted.get("to") || !wanted.get("from") ? form.to : form.from);
  form.addEventListener("change", function (event) { keepSeries(event.target); compare(); });
  form.elements.type.addEventListener("input", compare);
  // A click on a type shows it alone, or all again, without loading the page anew.
  matrix.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-only]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    form.elements.type.value = link.dataset.only;
    compare();
    form.scrollIntoView({ block: "nearest" });
  });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  compare();
})();
