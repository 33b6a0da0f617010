// Every installed dependency must be under a licence that goes together with ours (MIT).
import { existsSync, readFileSync } from "node:fs";
import { inCheckout } from "./lib/checkout.mjs";

const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-3.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "WTFPL",
  "Zlib",
]);

/** Other licences that are met because of how the package is used. */
const EXCEPTIONS = [
  // Separate shared libraries, never linked into our code.
  { name: /^@img\/sharp-/, licence: "LGPL-3.0-or-later" },
  // Part of Prisma's command line, a developer's tool that we never hand on.
  { name: /^elkjs$/, licence: "EPL-2.0" },
];

function isAllowed(expression, excepted) {
  const alternatives = expression.replaceAll(/[()]/g, "").split(/\s+OR\s+/i);
  return alternatives.some((alternative) => {
    const parts = alternative.split(/\s+AND\s+/i).map((part) => part.trim());
    return parts.every((licence) => ALLOWED.has(licence) || excepted.includes(licence));
  });
}

function licenceOf(location, entry) {
  const file = inCheckout(location, "package.json");
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const declared = manifest.license ?? manifest.licenses ?? entry.license;
  if (Array.isArray(declared)) return declared.map((item) => item.type ?? item).join(" OR ");
  return typeof declared === "object" ? declared?.type : declared;
}

const { packages } = JSON.parse(readFileSync(inCheckout("package-lock.json"), "utf8"));
const problems = [];
let count = 0;
for (const [location, entry] of Object.entries(packages)) {
  if (!location.includes("node_modules/") || entry.link) continue;
  count += 1;
  const name = location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);
  const licence = licenceOf(location, entry);
  const excepted = EXCEPTIONS.filter((exception) => exception.name.test(name)).map(({ licence }) => licence);
  if (!licence || !isAllowed(licence, excepted))
    problems.push(`${name}@${entry.version}: ${licence ?? "no licence"}`);
}

for (const problem of problems) console.error(problem);
console.log(`${count} dependencies, ${problems.length} with a licence that is not on the list`);
process.exitCode = problems.length > 0 ? 1 : 0;
