// The lockfile must know every optional dependency, those for other systems too: where one is missing, `npm ci` fails
// in a clean clone on that system. It must also say where each package comes from: otherwise npm asks the registry for every one at every
// install, even when all of them are in its cache. `--write` puts the addresses in where npm was told to leave them out.
import { readFileSync, writeFileSync } from "node:fs";
import { inCheckout } from "./lib/checkout.mjs";

const PUBLIC_REGISTRY = "https://registry.npmjs.org/";

const LOCK = inCheckout("package-lock.json");

const lock = JSON.parse(readFileSync(LOCK, "utf8"));
const { packages } = lock;

const comesFromRegistry = (location, entry) => location.includes("node_modules/") && Boolean(entry.integrity);

/** The entry with its address on the public registry, in the place where npm writes it. */
function withAddress(location, { version, ...entry }) {
  const name = entry.name ?? location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);
  const resolved = `${PUBLIC_REGISTRY}${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
  return { version, resolved, ...entry };
}

if (process.argv.includes("--write")) {
  for (const [location, entry] of Object.entries(packages)) {
    if (comesFromRegistry(location, entry) && !entry.resolved)
      packages[location] = withAddress(location, entry);
  }
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
}

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
  if (comesFromRegistry(location, entry) && !entry.resolved) {
    problems.push(`${location}: no address; "node scripts/check-lock.mjs --write" puts it in`);
  }
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
