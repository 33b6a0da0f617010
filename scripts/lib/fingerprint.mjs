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
 * A hash over the names and bytes of everything under these paths (relative to the checkout; what is missing counts
 * as empty) and over the version of Node. `accept` leaves files out.
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

/** Whether the work of this name was last finished for exactly this fingerprint. */
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
