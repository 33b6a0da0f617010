import { existsSync } from "node:fs";
import { binary } from "./checkout.mjs";
import { runCommand } from "./run-command.mjs";
import { step } from "./step.mjs";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser, and the font that pages are drawn with until theirs has come: with any other one they would move. */
const PACKAGES = ["chromium", "fonts-liberation"];

/** The browser to test with: CHROMIUM_PATH, else the system's; undefined means the one that Playwright brings. */
export const findBrowser = () =>
  process.env.CHROMIUM_PATH ?? SYSTEM_BROWSERS.find((file) => existsSync(file));

/** Gets a browser where there is none: Debian's as root, else Playwright's own. Throws when neither can be had. */
export async function ensureBrowser() {
  if (findBrowser()) return;
  if (process.platform === "linux" && process.getuid() === 0 && existsSync("/usr/bin/apt-get")) {
    await step("Installing chromium with apt-get", async () => {
      const options = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
      const install = () =>
        runCommand("apt-get", ["install", "-y", "--no-install-recommends", ...PACKAGES], options);
      if ((await install()).code === 0) return;
      await runCommand("apt-get", ["update"], options);
      await install();
    });
    if (findBrowser()) return;
  }
  const { code } = await step("Installing Playwright's chromium", () =>
    runCommand(process.execPath, [binary("@playwright/test/cli.js"), "install", "chromium"]),
  );
  if (code !== 0) throw new Error("No browser to test with: install chromium, or set CHROMIUM_PATH to one.");
}
