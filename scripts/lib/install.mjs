import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inCheckout } from "./checkout.mjs";
import { runCommand } from "./run-command.mjs";
import { step } from "./step.mjs";

const LOCK = inCheckout("package-lock.json");
const INSTALLED_LOCK = inCheckout("node_modules", ".package-lock.json");
const STAMP = inCheckout("node_modules", ".goaltrace-stamp");

const currentStamp = () =>
  createHash("sha256").update(readFileSync(LOCK)).update(`${process.platform} ${process.arch}`).digest("hex");

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Returns whether npm's record of the installation matches the lockfile; optional packages may be missing. */
function matchesLock() {
  if (!existsSync(INSTALLED_LOCK)) return false;
  const installed = readPackages(INSTALLED_LOCK);
  return Object.entries(readPackages(LOCK)).every(([location, locked]) => {
    if (!location.includes("node_modules/")) return true;
    const present = installed[location];
    return present ? present.version === locked.version : Boolean(locked.optional || locked.peer);
  });
}

/** Installs the dependencies unless the installation matches the lockfile. Uses only Node's built-in modules. */
export async function ensureInstalled() {
  const stamp = currentStamp();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp) return;
  if (!matchesLock()) {
    await step("Installing dependencies", async () => {
      const npm = process.platform === "win32" ? "npm.cmd" : "npm";
      const { code } = await runCommand(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
        shell: process.platform === "win32",
        env: { ...process.env, NODE_ENV: "development" },
      });
      if (code !== 0) throw new Error(`npm ci failed with code ${code}: see its output above.`);
    });
  }
  writeFileSync(STAMP, stamp);
}
