import { existsSync } from "node:fs";
import { binary } from "./checkout.mjs";
import { runCommand } from "./run-command.mjs";
import { step } from "./step.mjs";
import { canInstallPackages, installPackages } from "./system-packages.mjs";

/** Browsers of the system. First the one without windows, which takes a quarter less processor time than the whole browser. */
const SYSTEM_BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser, and the fallback font that pages use until theirs has loaded: with another font the layout would shift. */
const PACKAGES = ["chromium-headless-shell", "fonts-liberation"];

/** Returns the browser for tests: CHROMIUM_PATH, otherwise the system's; undefined means Playwright's own. */
export const findBrowser = () =>
  process.env.CHROMIUM_PATH ?? SYSTEM_BROWSERS.find((file) => existsSync(file));

/** Installs a browser if there is none: Debian's package as root, otherwise Playwright's own. Throws when neither is available. */
export async function ensureBrowser() {
  if (findBrowser()) return;
  if (canInstallPackages()) {
    await installPackages("Chromium", PACKAGES);
    if (findBrowser()) return;
  }
  const { code } = await step("Installing Playwright's Chromium", () =>
    runCommand(process.execPath, [binary("@playwright/test/cli.js"), "install", "chromium"]),
  );
  if (code !== 0) throw new Error("No browser found for tests: install Chromium or set CHROMIUM_PATH.");
}
