import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import path from "node:path";

const TEMPORARY_PREFIX = "aside-";
/** Far longer than bundling takes. */
const BUNDLE_TIMEOUT_MS = 600_000;

/** Removes an outdated bundle, unless another process may still be writing or using it. Another process may remove it, too. */
function removeOld(folder, keepMs) {
  const { mtimeMs = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  const inUseMs = path.basename(folder).startsWith(TEMPORARY_PREFIX) ? BUNDLE_TIMEOUT_MS : keepMs;
  if (Date.now() - mtimeMs >= inUseMs) rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns the folder `print` in `parent`, which `bundle(folder)` fills once, aside: other processes see it complete or not at all. Removes the
 * folders of other prints that nobody has asked for within `keepMs` milliseconds (default: 0).
 */
export async function bundleOnce({ parent, print, bundle, keepMs = 0 }) {
  const folder = path.join(parent, print);
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  const temporary = path.join(parent, `${TEMPORARY_PREFIX}${randomBytes(4).toString("hex")}`);
  mkdirSync(temporary, { recursive: true });
  await bundle(temporary);
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process created the same bundle first.
    if (!existsSync(folder)) throw error;
  }
  for (const name of readdirSync(parent)) if (name !== print) removeOld(path.join(parent, name), keepMs);
  return folder;
}
