// The release of a reader, which the address names: what is below `yoga/` is about Yoga, and `?release=yoga` shows as one of Yoga a
// page that it has in common with newer releases, or that is about none. The links of such a page are those of the newest release
// that has it: this script changes them so that the reader stays. A link that begins with `./` names its release, and is left alone.
(function () {
  "use strict";
  var root = document.documentElement;
  var menu = document.getElementById("choice");
  if (!menu) return;
  var entries = Array.prototype.slice.call(menu.querySelectorAll("a"));
  var plain = function (url) { return url.split(/[?#]/)[0]; };
  var site = plain(new URL(root.dataset.root || ".", location.href).href);
  var own = root.dataset.home.slice(root.dataset.root.length);
  var asked = new URLSearchParams(location.search).get("release");
  var entry = entries.find(function (link) { return link.dataset.in === asked + "/" && asked; });
  var kept = entry ? entry.dataset.in : own;
  if (!kept) return;

  // Pages that each release has of its own, besides those of types.
  var SINGLE = ["index.html", "constraints.html", "search.html"];

  // A path of the site without the folder of a release.
  function common(path) {
    var folder = entries.map(function (link) { return link.dataset.in; }).find(function (folder) { return folder && path.startsWith(folder); });
    return (folder ? path.slice(folder.length) : path) || "index.html";
  }

  // The address in the kept release of what this one shows.
  function staying(address) {
    var url = new URL(address);
    url.searchParams.delete("release");
    var path = plain(address).slice(site.length);
    var page = common(path);
    if (page.startsWith("types/") || SINGLE.includes(page)) return site + kept + page + url.search + url.hash;
    url.searchParams.set("release", kept.slice(0, -1));
    return site + path + url.search + url.hash;
  }

  function keep(link) {
    var written = link.getAttribute("href");
    var isPage = link.href.startsWith(site) && /(?:\.html|\/)$/.test(plain(link.href));
    if (isPage && !written.startsWith("#") && !written.startsWith(root.dataset.root + "./")) link.href = staying(link.href);
  }

  var here = common(plain(location.href).slice(site.length));
  var isType = here.startsWith("types/");
  var hasType = !entry || !entry.parentNode.querySelector("small");
  if (entry && entry.dataset.in !== own) {
    // The release has a different page: this address was written by hand.
    if (isType && hasType && plain(entry.href) !== plain(location.href)) return location.replace(entry.href + location.hash);
    if (SINGLE.includes(here)) return location.replace(staying(location.href));
    show();
  }
  // What other scripts add, such as the results of the search.
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]");
    if (link) keep(link);
  }, true);

  // Shows this page as one of the kept release.
  function show() {
    var label = entry.textContent;
    document.querySelectorAll("button.choice").forEach(function (button) {
      var long = button.querySelector(".long");
      if (long) {
        long.textContent = label;
        button.querySelector(".short").textContent = label.replace(/\D*(\d*).*/, "$1");
      } else button.lastChild.textContent = label;
      button.classList.add("old");
    });
    var shown = menu.querySelector("[aria-current]");
    if (shown) shown.removeAttribute("aria-current");
    entry.setAttribute("aria-current", "true");
    root.dataset.home = root.dataset.root + kept;
    document.querySelectorAll("a[href]").forEach(keep);
    document.querySelectorAll("form.find").forEach(function (form) { form.action = site + kept + "search.html"; });
    if (!isType || hasType) return;
    var note = document.createElement("aside");
    note.className = "edition";
    note.setAttribute("aria-label", "Release");
    note.textContent = label + " does not have this type. The page is that of " + shown.textContent + ".";
    document.querySelector(".cols").before(note);
  }
})();
