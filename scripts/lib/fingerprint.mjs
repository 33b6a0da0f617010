import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT, inCheckout } from "./checkout.mjs";

const SKIPPED = new Set(["node_modules", ".next", ".git", ".cache", "test-results", "playwright-report"]);

function* filesUnder(location) {
  if (!existsSync(location)) return;
  if (statSync(location).isFile()) {
    yield location;
    return;
  }
  for (const name of readdirSync(location).sort()) {
    if (!SKIPPED.has(name) && !name.startsWith(".data")) yield* filesUnder(path.join(location, name));
  }
}

/**
 * Returns a hash of the names and contents of all files under these paths (relative to the checkout; missing paths count as empty) and of
 * Node's version. `accept` filters files.
 */
export function fingerprint(paths, accept = () => true) {
  const hash = createHash("sha256").update(process.version);
  for (const relative of paths) {
    for (const file of filesUnder(inCheckout(relative))) {
      if (!accept(file)) continue;
      hash.update(`\0${path.relative(ROOT, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest("hex");
}

const stampFile = (name) => inCheckout(".cache", "stamps", name);

/** Returns whether the task with this name last finished with exactly this fingerprint. */
export function isCurrent(name, print) {
  const file = stampFile(name);
  return existsSync(file) && readFileSync(file, "utf8") === print;
}

export function remember(name, print) {
  mkdirSync(path.dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), print);
}

export function forget(name) {
  rmSync(stampFile(name), { force: true });
}
