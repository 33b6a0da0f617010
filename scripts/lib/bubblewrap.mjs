import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";
import { canInstallPackages, installPackages } from "./system-packages.mjs";

/** Written after the one attempt, so that a machine without network does not wait at every start. */
const TRIED = inCheckout(".cache", "bubblewrap-tried");

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

/** Installs bubblewrap once if it is missing and this process may. Without it, commands ask a person first, as `goaltrace doctor` says. */
export async function ensureBubblewrap() {
  if (hasBubblewrap() || !canInstallPackages() || existsSync(TRIED)) return;
  await installPackages("bubblewrap, for the sandbox of commands,", ["bubblewrap"]);
  mkdirSync(path.dirname(TRIED), { recursive: true });
  writeFileSync(TRIED, "");
}
