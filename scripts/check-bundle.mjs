// npm test: checks that the scripts loaded by each page stay within the recorded limits and contain no server library. After a build, `node
// scripts/check-bundle.mjs --write` records the current sizes plus an allowance; commit them with the reason.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { inCheckout } from "./lib/checkout.mjs";

const BUILD = inCheckout("apps/web/.next");
const LIMITS = inCheckout("scripts/bundle-limits.json");
/** Minified names vary slightly between builds; any larger growth is new code. */
const ALLOWANCE_SHARE = 0.01;
/** Strings that occur only in these libraries and that minifiers keep. */
const SERVER_LIBRARIES = {
  openai: ["X-Stainless-", "OPENAI_API_KEY"],
  "gpt-tokenizer": ["o200k_base", "cl100k_base", "<|endoftext|>"],
  zod: ["ZodError", "_zod"],
};

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const chunk = (file) => readFileSync(path.join(BUILD, file));

const gzipped = new Map();
function gzipBytes(file) {
  if (!gzipped.has(file)) gzipped.set(file, gzipSync(chunk(file)).length);
  return gzipped.get(file);
}

/** The gzipped bytes of each route's initial scripts. */
function sizesByRoute() {
  return Object.fromEntries(
    readJson(path.join(BUILD, "diagnostics/route-bundle-stats.json"))
      .map(({ route, firstLoadChunkPaths }) => [
        route,
        firstLoadChunkPaths.reduce((sum, file) => sum + gzipBytes(file.replace(/^\.next\//, "")), 0),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function clientScripts() {
  return readdirSync(path.join(BUILD, "static"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => path.join("static", file));
}

/** The gzipped bytes of all scripts, including those loaded on demand. */
const totalBytes = () => clientScripts().reduce((sum, file) => sum + gzipBytes(file), 0);

function serverLibraries() {
  return clientScripts().flatMap((file) => {
    const text = chunk(file).toString("utf8");
    return Object.entries(SERVER_LIBRARIES)
      .filter(([, marks]) => marks.some((mark) => text.includes(mark)))
      .map(([name]) => `${file} contains ${name}, a server library.`);
  });
}

const sizes = { ...sizesByRoute(), "all scripts": totalBytes() };
if (process.argv.includes("--write")) {
  const limits = Object.fromEntries(
    Object.entries(sizes).map(([route, bytes]) => [route, Math.ceil(bytes * (1 + ALLOWANCE_SHARE))]),
  );
  writeFileSync(LIMITS, `${JSON.stringify(limits, null, 2)}\n`);
}

const limits = readJson(LIMITS);
const grown = Object.entries(sizes).flatMap(([route, bytes]) => {
  if (!(route in limits)) return [`${route}: ${bytes} bytes gzipped, but no limit is recorded.`];
  return bytes > limits[route]
    ? [`${route}: ${bytes} bytes gzipped, above the limit of ${limits[route]}.`]
    : [];
});
const problems = [...grown, ...serverLibraries()];
for (const [route, bytes] of Object.entries(sizes)) console.log(`${String(bytes).padStart(8)} ${route}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error("Load code on demand where possible, or record new limits with --write and explain why.");
  process.exitCode = 1;
}
