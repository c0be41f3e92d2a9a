// Old addresses: one page held all types, each with anchors like `OS::Nova::Server-prop-networks-*-fixed_ip`.
// The page itself lists every type under its old id, so the list is the mapping.
(function () {
  "use strict";
  var SECTIONS = {
    "hot": "use", "props": "optional", "props-req": "required", "props-opt": "optional", "attrs": "attributes",
    "updpolicy": "update-policy",
  };
  var home = document.currentScript.dataset.target;

  // For an item that was removed or hidden, the list stays, with a line that says where to look up its name.
  function missing(old) {
    var lost = document.getElementById("lost");
    var name = old.replace(/-(?:prop|attr|hot|props|attrs|updpolicy).*$/, "");
    if (!lost) return;
    lost.querySelector("code").textContent = name;
    lost.querySelectorAll("a").forEach(function (link) { link.search = "?q=" + encodeURIComponent(name); });
    lost.hidden = false;
  }

  function go() {
    var old;
    try { old = decodeURIComponent(location.hash.slice(1)); } catch (e) { old = ""; }
    if (!old) { location.replace(home); return; }
    // The longest matching name: `OS::Heat::SoftwareDeployment` is also the beginning of `OS::Heat::SoftwareDeploymentGroup`.
    var best = null;
    document.querySelectorAll("li[id]").forEach(function (item) {
      var name = item.id;
      var fits = old === name || old.startsWith(name + "-");
      if (fits && (!best || name.length > best.id.length)) best = item;
    });
    if (!best) { missing(old); return; }
    var rest = old.slice(best.id.length + 1);
    // A name can contain dashes itself; the new page's script resolves the ambiguity.
    var anchor = SECTIONS[rest] || rest.replace(/-\*(?=-|$)/g, "").replace(/^(prop|attr)-(.*)$/, function (whole, kind, path) {
      return kind + "-" + (kind === "prop" ? path.replace(/-/g, ".") : path);
    });
    location.replace(best.querySelector("a").href + (anchor ? "#" + encodeURI(anchor) : ""));
  }
  go();
  addEventListener("hashchange", go);
})();
