// The time per query, and the size of the index: `npm run bench`. The bounds: 10 ms per query, 60 kB gzipped.
import { gzipSync } from "node:zlib";
import { HELD_OUT, QUERIES } from "./queries.js";
import { engine, index, search } from "./search.js";

/** The minimum of several runs in milliseconds: the time without other load on the machine. */
function least(runs, work) {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const typed = ["n", "ne", "net", "netw", "flaoting adress", "kubernets clusterr", "qzxwvkabc", "block device mapping v2 boot index volume size"];
const queries = [...QUERIES, ...HELD_OUT].map(([query]) => query).concat(typed);
queries.forEach((query) => search.search(query, 30)); // the engine of the browser also warms up within a few queries
const times = queries.map((query) => [least(10, () => search.search(query, 30)), query]).sort((a, b) => b[0] - a[0]);
const mean = times.reduce((sum, [time]) => sum + time, 0) / times.length;
const parsed = JSON.parse(index);
console.log(`${queries.length} queries: ${mean.toFixed(2)} ms on average, at most ${times[0][0].toFixed(2)} ms (${times[0][1]})`);
console.log(`making the index ready: ${least(10, () => engine.createSearch(parsed)).toFixed(0)} ms, once a page`);
console.log(`index: ${gzipSync(index, { level: 9 }).length} bytes gzipped, ${index.length} bytes`);
