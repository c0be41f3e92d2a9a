// Loaded before the styles, so that the theme and the controls of scripts do not appear late.
(function () {
  var root = document.documentElement;
  root.classList.add("js");
  // The styles hide these parts until a script has put them in place.
  if (/[?&](?:q|status)=./.test(location.search)) root.classList.add("asked");
  if (/^#(?:prop|policy)-.*[.*]/.test(location.hash)) root.classList.add("deep");
  try {
    var chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch (e) {
    // Without storage, the system's preference applies.
  }
})();
