// The page for unknown addresses: passes the name in the address on to the pages where it can be looked up.
(function () {
  "use strict";
  var lost = document.getElementById("lost");
  document.querySelector(".awaits").classList.remove("awaits"); // stands below the line that is about to appear
  var path;
  try { path = decodeURIComponent(location.pathname); } catch (e) { path = location.pathname; }
  // `types/OS/Neutron/Port.html` is `OS::Neutron::Port`; for any other address, the last part may be a name.
  var type = /\/types\/(.+?)(?:\.html|\.json)?\/?$/.exec(path);
  var name = type ? type[1].split("/").join("::") : (/([^/]+?)(?:\.[a-z]+)?\/?$/.exec(path) || [])[1];
  if (!lost || !name || /(^|\/)404(\.html)?$/.test(path)) return;
  // `#prop-network_id` names a part of the type.
  var part = /^#(?:prop|attr|policy)-(.+)$/.exec(location.hash);
  if (type && part) {
    try { name += " " + decodeURIComponent(part[1]); } catch (e) { name += " " + part[1]; }
  }
  lost.querySelector("code").textContent = name;
  lost.querySelectorAll("a").forEach(function (link) { link.search = "?q=" + encodeURIComponent(name); });
  lost.hidden = false;
})();
