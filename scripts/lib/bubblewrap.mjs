import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";
import { canInstallPackages, installPackages } from "./system-packages.mjs";

/** Written after an attempt, so that a machine without network does not wait at every start. */
const TRIED = inCheckout(".cache", "bubblewrap-tried");

const INSTALLED_BY_HAND =
  "bubblewrap is not installed: commands of agents ask first, because they have no sandbox. To install it: apt-get install bubblewrap";

/** Returns whether the program that the sandbox of commands is made of is on the search path. */
export function hasBubblewrap(searchPath = process.env.PATH ?? "") {
  return searchPath.split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, "bwrap"), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Installs bubblewrap where it is missing and this process may, unless GOALTRACE_NO_INSTALL is 1. An attempt that failed is not repeated, except
 * with `again`. Without it, commands ask a person first, as `goaltrace doctor` says.
 */
export async function ensureBubblewrap({
  again = false,
  mark = TRIED,
  isThere = () => hasBubblewrap(),
  mayInstall = () => process.env.GOALTRACE_NO_INSTALL !== "1" && canInstallPackages(),
  install = () => installPackages("bubblewrap, for the sandbox of commands,", ["bubblewrap"]),
  print = console.log,
} = {}) {
  if (isThere() || !mayInstall() || (!again && existsSync(mark))) return;
  await install();
  if (isThere()) return;
  print(INSTALLED_BY_HAND);
  try {
    mkdirSync(path.dirname(mark), { recursive: true });
    writeFileSync(mark, "");
  } catch {
    // The next start tries again.
  }
}
