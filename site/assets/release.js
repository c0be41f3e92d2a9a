// The release that the reader has chosen. Types that did not change have one page for several releases, and the links of such a
// page are those of the newest of them: this script leads the reader back to the chosen one. Without it, the choice of a release
// applies to the pages that are reached from its index.
(function () {
  "use strict";
  var root = document.documentElement;
  var menu = document.getElementById("choice");
  if (!menu) return;
  var links = Array.prototype.slice.call(menu.querySelectorAll("a"));
  var plain = function (url) { return url.split(/[?#]/)[0]; };
  var entryOf = function (folder) { return links.find(function (link) { return link.dataset.in === folder; }); };

  // The folder of the chosen release, such as `yoga/`; null if it is the newest.
  function chosen(folder) {
    try {
      if (folder === undefined) return sessionStorage.getItem("release");
      if (folder) sessionStorage.setItem("release", folder);
      else sessionStorage.removeItem("release");
    } catch (e) { /* forgotten */ }
    return null;
  }

  // Whether the reader came by a link of a page of the chosen release, and not by an address of a different one.
  function followed(url) {
    try {
      if (url !== undefined) sessionStorage.setItem("release-link", url);
      else {
        url = sessionStorage.getItem("release-link");
        sessionStorage.removeItem("release-link");
        return url === plain(location.href);
      }
    } catch (e) { /* as if not */ }
    return false;
  }

  var own = root.dataset.home.slice(root.dataset.root.length);
  var kept = chosen();
  var came = followed();
  var entry = kept && entryOf(kept);
  var isType = document.querySelector(".title .copy") !== null;
  // Pages that each release has. All others, such as the guide, are about none.
  var isOwn = isType || new RegExp("/" + own.replace(/\W/g, "\\$&") + "(?:index|constraints|search)\\.html$").test(location.pathname) || location.pathname.endsWith("/");

  if (!entry || kept === own) chosen(own);
  else if (isType && plain(entry.href) === plain(location.href)) stay();
  else if (!isOwn) stay();
  else if (came && isType && !entry.parentNode.querySelector("small")) location.replace(entry.href + location.hash);
  else if (!came) chosen(own);

  // Shows this page as one of the chosen release.
  function stay() {
    var label = entry.textContent;
    var site = new URL(root.dataset.root || "./", location.href).href;
    document.querySelectorAll("button.choice").forEach(function (button) {
      var long = button.querySelector(".long");
      if (long) {
        long.textContent = label;
        button.querySelector(".short").textContent = label.replace(/\D*(\d*).*/, "$1");
      } else button.lastChild.textContent = label;
      button.classList.add("old");
    });
    links.forEach(function (link) { link.removeAttribute("aria-current"); });
    entry.setAttribute("aria-current", "true");
    root.dataset.home = root.dataset.root + kept;
    ["index", "constraints", "search"].forEach(function (name) {
      var from = site + own + name + ".html";
      var to = site + kept + name + ".html";
      document.querySelectorAll('a[href*="' + name + '.html"]').forEach(function (link) {
        if (plain(link.href) === from && !menu.contains(link) && !link.closest(".edition")) link.href = to + link.href.slice(from.length);
      });
      document.querySelectorAll("form.find").forEach(function (form) { if (form.action === from) form.action = to; });
    });
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]");
    if (!link || link.origin !== location.origin) return;
    if (menu.contains(link)) chosen(link.dataset.in);
    // Those about a different release lead there.
    else if (link.closest(".edition")) chosen("");
    else if (chosen() && !link.closest(".today, .came-later, .log, .releases")) followed(plain(link.href));
  });
})();
