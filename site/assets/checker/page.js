// The page that checks templates: what is typed goes to a worker, and its findings are shown. Nothing is kept and nothing is sent.
(function () {
  "use strict";
  var $ = function (id) { return document.getElementById(id); };
  var text = $("template");
  if (!text) return;
  var numbers = $("numbers");
  var verdict = $("verdict");
  var findings = $("findings");
  var main = $("main");
  var environment = $("environment");
  var release = $("release");
  var areas = { "template.yaml": text, "environment.yaml": environment };

  var PAUSE = 200; // ms without a key after which the text is checked
  var LIMIT = 5000; // ms that a check may take
  var MOST_NUMBERS = 100000;
  var MOST_TEXT = 1000000; // characters

  var worker = null;
  var ready = false;
  var asked = 0; // the number of the last request
  var running = false;
  var waiting = false;
  var refused = false; // the link that led here, until something is changed
  var limit;
  var pause;

  // ---- the text ----

  var shownNumbers = 1;
  function number() {
    var count = 1;
    var value = text.value;
    for (var at = value.indexOf("\n"); at >= 0 && count < MOST_NUMBERS; at = value.indexOf("\n", at + 1)) count++;
    if (count === shownNumbers) return;
    shownNumbers = count;
    var lines = [];
    for (var line = 1; line <= count; line++) lines.push(line);
    mark([]);
    numbers.firstChild.data = lines.join("\n");
  }
  function mark(lines) {
    while (numbers.lastChild !== numbers.firstChild) numbers.lastChild.remove();
    var kind = "error";
    var marked = new Set();
    lines.forEach(function (line) {
      if (line === 0) kind = "warning";
      if (line === 0 || marked.has(line)) return;
      marked.add(line);
      var element = document.createElement("i");
      element.className = kind;
      element.style.top = "calc(" + (line - 1) + " * var(--row))";
      numbers.append(element);
    });
  }
  text.addEventListener("scroll", function () {
    numbers.style.transform = "translateY(" + -text.scrollTop + "px)";
  });

  /** Selects the place that a button is about, and gives the text with it the focus. */
  function select(button) {
    var area = areas[button.dataset.in];
    if (area === environment) $("with-environment").open = true;
    area.focus();
    area.setSelectionRange(Number(button.dataset.start), Number(button.dataset.end));
    return area;
  }
  findings.addEventListener("click", function (event) {
    var place = event.target.closest(".place");
    if (place) {
      var area = select(place);
      area.scrollTop = (Number(place.dataset.line) - 4) * parseFloat(getComputedStyle(area).lineHeight);
      area.scrollLeft = 0;
      return;
    }
    var fix = event.target.closest(".fix");
    // The places are those of the text that was checked.
    if (!fix || main.classList.contains("waits") || running || waiting) return;
    var fixed = select(fix);
    // As if it were typed, so that it can be undone. Without that command, it cannot.
    if (!document.execCommand("insertText", false, fix.dataset.text)) {
      fixed.setRangeText(fix.dataset.text);
      changed();
    }
  });

  // ---- what is said about it ----

  function say(words, kind) {
    if (verdict.textContent !== words) verdict.textContent = words;
    if (kind) verdict.className = kind;
    else verdict.removeAttribute("class");
  }
  function counted(count, noun) {
    return count + " " + noun + (count === 1 ? "" : "s");
  }
  function clear() {
    findings.replaceChildren();
    $("picture").replaceChildren();
    $("drawn").hidden = true;
    mark([]);
    main.classList.remove("waits");
  }
  function showFindings(answer) {
    // HTML of the checker, which escapes everything that comes from the template.
    findings.innerHTML = answer.findings;
    mark(Array.from(answer.lines));
    var parts = [];
    if (answer.errors) parts.push(counted(answer.errors, "error"));
    if (answer.warnings) parts.push(counted(answer.warnings, "warning"));
    if (parts.length) say(parts.join(", "), answer.errors ? "error" : "warning");
    else say("No findings: Heat accepts this template, as far as can be known without a cloud.", "clean");
  }
  function showGraph(graph) {
    $("picture").innerHTML = graph;
    $("drawn").hidden = !graph;
    main.classList.remove("waits");
  }

  // ---- the worker ----

  function stop() {
    clearTimeout(limit);
    if (worker) worker.terminate();
    worker = null;
    ready = running = false;
  }
  function start() {
    try {
      worker = new Worker(document.documentElement.dataset.root + "assets/checker/worker.js", { type: "module" });
    } catch (error) {
      return unavailable();
    }
    worker.addEventListener("error", unavailable);
    worker.addEventListener("message", function (event) {
      var answer = event.data;
      if (answer.kind === "unavailable") return unavailable();
      if (answer.kind === "ready") {
        ready = true;
        return check();
      }
      if (answer.kind === "unknown release") return give("What differs in this release could not be loaded.");
      if (answer.kind === "failed") return give("This template is too deep or too large to be checked in a browser; heat-codegen validate can.");
      var isCurrent = answer.id === asked && !waiting;
      if (answer.kind === "findings") {
        if (isCurrent) showFindings(answer);
        return;
      }
      clearTimeout(limit);
      running = false;
      if (isCurrent) showGraph(answer.graph);
      else check();
    });
  }
  function unavailable() {
    stop();
    clear();
    say("The checker could not be loaded. It needs WebAssembly, and a site that is read from a server, not from a disk.", "error");
  }
  /** Gives up: the next change starts again. */
  function give(words) {
    stop();
    clear();
    say(words, "error");
    if (waiting) start();
  }
  /** Checks the text as it is now, as soon as the worker can. */
  function check() {
    waiting = true;
    if (!worker) return start();
    if (!ready || running || refused) return;
    waiting = false;
    if (!text.value.trim()) {
      clear();
      return say("Ready: findings appear here as you type.");
    }
    running = true;
    asked++;
    main.classList.add("waits");
    worker.postMessage({ id: asked, text: text.value, environment: environment.value, release: release.value });
    limit = setTimeout(function () {
      give("This template takes longer than " + LIMIT / 1000 + " seconds to check; heat-codegen validate has no limit.");
    }, LIMIT);
  }
  function changed() {
    refused = false;
    number();
    clearTimeout(pause);
    pause = setTimeout(check, PAUSE);
  }
  // A text area of some megabytes stops the browser itself.
  function refuseHuge(event) {
    var given = event.clipboardData || event.dataTransfer;
    if (!given || given.getData("text").length <= MOST_TEXT) return;
    event.preventDefault();
    say("This text has more than a million characters: Heat reads templates of half a million.", "error");
  }
  [text, environment].forEach(function (area) {
    area.addEventListener("paste", refuseHuge);
    area.addEventListener("drop", refuseHuge);
    area.addEventListener("input", changed);
  });
  release.addEventListener("change", changed);
  $("example").addEventListener("click", function () {
    text.value = $("example-text").textContent;
    changed();
    text.scrollTop = 0;
  });
  $("clear").addEventListener("click", function () {
    text.value = environment.value = "";
    changed();
    text.focus();
  });

  // ---- links that carry what is checked ----

  // The list of releases is a file of the site; without it, there is the newest alone.
  var releases = fetch(document.documentElement.dataset.root + "assets/checker/releases.json").then(function (answer) {
    return answer.ok ? answer.json() : [];
  }).then(function (entries) {
    entries.forEach(function (entry) {
      release.append(new Option(entry.label, entry.file));
    });
    $("for-release").hidden = !entries.length;
    // A reader of an old release keeps it; a link with a template names its own.
    var kept = "release-" + new URLSearchParams(location.search).get("release") + ".json";
    if (entries.some(function (entry) { return entry.file === kept; })) {
      release.value = kept;
      changed();
    }
  }).catch(function () { /* the newest alone */ });

  // What is behind the `#`: the texts as JSON, compressed, in the letters that addresses have.
  function packed(value) {
    var stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer().then(function (buffer) {
      var letters = "";
      new Uint8Array(buffer).forEach(function (byte) { letters += String.fromCharCode(byte); });
      return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    });
  }
  /** The texts of a link. A small one can unpack to gigabytes: reading ends where texts do. */
  function unpacked(letters) {
    var bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), function (letter) { return letter.charCodeAt(0); });
    var reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    var decoder = new TextDecoder();
    var json = "";
    return reader.read().then(function next(part) {
      if (part.done) return JSON.parse(json + decoder.decode());
      json += decoder.decode(part.value, { stream: true });
      if (json.length > 2 * MOST_TEXT) return reader.cancel().then(function () { throw new Error("too long"); });
      return reader.read().then(next);
    });
  }
  function refuseLink(words) {
    refused = true;
    say(words, "error");
  }
  function openLink() {
    var hash = location.hash;
    var isPlain = hash.startsWith("#text=");
    if (!isPlain && !hash.startsWith("#template=")) return Promise.resolve();
    if (hash.length > MOST_TEXT) return Promise.resolve(refuseLink("The link is too long: it has more than a million characters."));
    return Promise.resolve().then(function () {
      // Links of this site's templates have the text as it is.
      if (isPlain) return { template: decodeURIComponent(hash.slice("#text=".length)), environment: "" };
      return unpacked(hash.slice("#template=".length));
    }).then(function (link) {
      if (typeof link.template !== "string" || typeof link.environment !== "string" || link.template.length > MOST_TEXT) throw new Error("no template");
      text.value = link.template;
      environment.value = link.environment;
      $("with-environment").open = link.environment !== "";
      return releases.then(function () {
        if (link.release === undefined) return;
        var known = Array.from(release.options).find(function (option) { return option.value === link.release; });
        if (!known) return refuseLink("This site does not have the release of the link; the template is checked when you change it or choose a release.");
        release.value = link.release;
      });
    }).catch(function () {
      refuseLink("The link has no template that can be read: copy the whole of it.");
    });
  }
  if (!("CompressionStream" in window)) $("link").hidden = true;
  $("link").addEventListener("click", function () {
    var button = $("link");
    packed({ template: text.value, environment: environment.value, release: release.value }).then(function (letters) {
      history.replaceState(null, "", "#template=" + letters);
      return navigator.clipboard.writeText(location.href);
    }).then(
      function () { button.textContent = "Copied"; },
      // The clipboard may be refused; the address has it.
      function () { button.textContent = "It is in the address"; },
    ).then(function () {
      setTimeout(function () { button.textContent = "Copy link"; }, 2000);
    });
  });
  window.addEventListener("hashchange", function () {
    refused = false;
    openLink().then(number).then(check);
  });

  openLink().then(number).then(check);
})();
