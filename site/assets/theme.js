// Loaded in <head>, before the style sheet, so that neither the chosen theme nor the controls that need scripts appear late.
// Everything else is in site.js.
(function () {
  var root = document.documentElement;
  root.classList.add("js");
  // Parts of a page that depend on the query, and nested properties, whose branches are closed: the style sheet keeps them invisible
  // until the page's script has put them in place.
  if (/[?&](?:q|status)=./.test(location.search)) root.classList.add("asked");
  if (/^#(?:prop|policy)-.*[.*]/.test(location.hash)) root.classList.add("deep");
  try {
    var chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch (e) {
    // Storage may be unavailable (private windows, file://): then the system's preference applies.
  }
})();
