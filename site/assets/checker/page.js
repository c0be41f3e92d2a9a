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

  var PAUSE = 200; // ms without a key after which the text is checked
  var LIMIT = 5000; // ms that a check may take
  var MOST_NUMBERS = 100000;
  var MOST_TEXT = 1000000; // characters

  var worker = null;
  var ready = false;
  var asked = 0; // the number of the last request
  var running = false;
  var waiting = false;
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

  findings.addEventListener("click", function (event) {
    var place = event.target.closest(".place");
    if (!place) return;
    text.focus();
    text.setSelectionRange(Number(place.dataset.start), Number(place.dataset.end));
    var row = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = (Number(place.dataset.line) - 4) * row;
    text.scrollLeft = 0;
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
    if (!ready || running) return;
    waiting = false;
    if (!text.value.trim()) {
      clear();
      return say("Ready: findings appear here as you type.");
    }
    running = true;
    asked++;
    main.classList.add("waits");
    worker.postMessage({ id: asked, text: text.value });
    limit = setTimeout(function () {
      give("This template takes longer than " + LIMIT / 1000 + " seconds to check; heat-codegen validate has no limit.");
    }, LIMIT);
  }
  function changed() {
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
  text.addEventListener("paste", refuseHuge);
  text.addEventListener("drop", refuseHuge);
  text.addEventListener("input", changed);
  $("example").addEventListener("click", function () {
    text.value = $("example-text").textContent;
    changed();
    text.scrollTop = 0;
  });
  $("clear").addEventListener("click", function () {
    text.value = "";
    changed();
    text.focus();
  });
  number();
  check();
})();
