// The lockfile must know every optional dependency, those for other systems too: where one is missing, `npm ci` fails
// in a clean clone on that system.
import { readFileSync } from "node:fs";
import { inCheckout } from "./lib/checkout.mjs";

const PUBLIC_REGISTRY = "https://registry.npmjs.org/";

const { packages } = JSON.parse(readFileSync(inCheckout("package-lock.json"), "utf8"));

/** Where Node would find `name` from `location`: the nearest node_modules on the way up. */
function resolveFrom(location, name) {
  let folder = location;
  for (;;) {
    const candidate = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (packages[candidate]) return packages[candidate];
    if (!folder) return undefined;
    const parent = folder.lastIndexOf("/node_modules/");
    folder = parent >= 0 ? folder.slice(0, parent) : "";
  }
}

const problems = [];
for (const [location, entry] of Object.entries(packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!resolveFrom(location, name)?.version)
      problems.push(`${location}: optional dependency ${name} is not locked`);
  }
  for (const name of Object.keys({ ...entry.dependencies, ...entry.devDependencies })) {
    if (!resolveFrom(location, name))
      problems.push(`${location || "the root"}: dependency ${name} is not locked`);
  }
  if (location.includes("node_modules/") && !entry.link && !entry.version)
    problems.push(`${location}: no version`);
  if (entry.resolved?.startsWith("http") && !entry.resolved.startsWith(PUBLIC_REGISTRY)) {
    problems.push(`${location}: resolved from ${new URL(entry.resolved).host}, which others may not reach`);
  }
  if (location.includes("node_modules/") && !entry.link && !entry.integrity && !entry.inBundle) {
    problems.push(`${location}: no integrity hash`);
  }
}

for (const problem of problems) console.error(problem);
console.log(`${Object.keys(packages).length} locked packages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
