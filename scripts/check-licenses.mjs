// Checks that every installed dependency has a license compatible with ours (MIT).
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

/** Other licenses whose terms are met by how we use the package. */
const EXCEPTIONS = [
  // Separate shared libraries, never linked into our code.
  { name: /^@img\/sharp-/, license: "LGPL-3.0-or-later" },
  // Part of Prisma's command line, a developer tool that we do not distribute.
  { name: /^elkjs$/, license: "EPL-2.0" },
];

function isAllowed(expression, exceptions) {
  const alternatives = expression.replaceAll(/[()]/g, "").split(/\s+OR\s+/i);
  return alternatives.some((alternative) => {
    const parts = alternative.split(/\s+AND\s+/i).map((part) => part.trim());
    return parts.every((license) => ALLOWED.has(license) || exceptions.includes(license));
  });
}

function readLicense(location, entry) {
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
  const license = readLicense(location, entry);
  const exceptions = EXCEPTIONS.filter((exception) => exception.name.test(name)).map(
    ({ license }) => license,
  );
  if (!license || !isAllowed(license, exceptions))
    problems.push(`${name}@${entry.version}: ${license ?? "no license"}`);
}

for (const problem of problems) console.error(problem);
console.log(`${count} dependencies, ${problems.length} with a license that is not on the list`);
process.exitCode = problems.length > 0 ? 1 : 0;
