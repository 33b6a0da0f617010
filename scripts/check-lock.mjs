// Checks the lockfile. It must contain every optional dependency, including those for other systems: a missing one makes `npm ci` fail in a
// clean clone there. It must also contain each package's URL: without URLs npm asks the registry for every package on every install, even
// when all are cached. `--write` adds the URLs where npm is configured to omit them.
import { readFileSync, writeFileSync } from "node:fs";
import { inCheckout } from "./lib/checkout.mjs";

const PUBLIC_REGISTRY = "https://registry.npmjs.org/";

const LOCK = inCheckout("package-lock.json");

const lock = JSON.parse(readFileSync(LOCK, "utf8"));
const { packages } = lock;

const isFromRegistry = (location, entry) => location.includes("node_modules/") && Boolean(entry.integrity);

/** Returns the entry with its URL on the public registry, in the position where npm writes it. */
function withAddress(location, { version, ...entry }) {
  const name = entry.name ?? location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);
  const resolved = `${PUBLIC_REGISTRY}${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
  return { version, resolved, ...entry };
}

if (process.argv.includes("--write")) {
  for (const [location, entry] of Object.entries(packages)) {
    if (isFromRegistry(location, entry) && !entry.resolved) packages[location] = withAddress(location, entry);
  }
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Returns the package that Node would resolve for `name` from `location`: the one in the nearest node_modules folder upwards. */
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
      problems.push(`${location || "(root)"}: dependency ${name} is not locked`);
  }
  if (location.includes("node_modules/") && !entry.link && !entry.version)
    problems.push(`${location}: no version`);
  if (isFromRegistry(location, entry) && !entry.resolved) {
    problems.push(`${location}: no URL; "node scripts/check-lock.mjs --write" adds it`);
  }
  if (entry.resolved?.startsWith("http") && !entry.resolved.startsWith(PUBLIC_REGISTRY)) {
    problems.push(
      `${location}: resolved from ${new URL(entry.resolved).host}, which other machines may not reach`,
    );
  }
  if (location.includes("node_modules/") && !entry.link && !entry.integrity && !entry.inBundle) {
    problems.push(`${location}: no integrity hash`);
  }
}

for (const problem of problems) console.error(problem);
console.log(`${Object.keys(packages).length} locked packages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
