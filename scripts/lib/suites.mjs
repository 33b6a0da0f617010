import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { binary, inCheckout } from "./checkout.mjs";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { bundlePackages } from "./bundle-packages.mjs";
import { freePort } from "./free-port.mjs";
import { createOwnDatabase } from "./own-database.mjs";
import { vitestGate } from "./gates.mjs";
import { countPlaywright, countVitest, freshReport } from "./reports.mjs";
import { runCommand } from "./run-command.mjs";

/** Runs one vitest project with visible output; returns counts as in `reports.mjs`. */
export async function runVitest(project) {
  const report = freshReport(`.cache/reports/${project}.json`);
  const [command, ...parameters] = vitestGate(project, report).command();
  const { code } = await runCommand(command, parameters);
  return countVitest(report, code);
}

/** Checks the size of browser scripts in the build that the browser tests use; returns counts as in `reports.mjs`. */
export async function checkBundle() {
  await ensureBuilt();
  const { code } = await runCommand(process.execPath, [inCheckout("scripts/check-bundle.mjs")]);
  const failures = code === 0 ? [] : [{ name: "bundle limits", message: "" }];
  return { passed: 1 - failures.length, failed: failures.length, failures };
}

const hasBrowserTests = () =>
  readdirSync(inCheckout("e2e"), { recursive: true }).some((name) => name.endsWith(".spec.ts"));

/** Runs the browser tests against a build of the checkout; returns counts as in `reports.mjs`. `parameters` are passed to Playwright. */
export async function runBrowserTests(parameters = []) {
  if (!hasBrowserTests()) return { passed: 0, failed: 0, failures: [] };
  await ensureBrowser();
  await ensureBuilt();
  const packages = await bundlePackages();
  const report = freshReport(".cache/reports/e2e.json");
  const serverUrl = process.env.DATABASE_URL;
  const database = serverUrl ? await createOwnDatabase(serverUrl) : undefined;
  // As in test-temporary-folder.ts.
  const folder = mkdtempSync(path.join(tmpdir(), "goaltrace-tests-"));
  // Not in playwright.config.ts, which the check for dead code reads while the browser tests run.
  rmSync(inCheckout(".data-e2e"), { recursive: true, force: true });
  try {
    const { code } = await runCommand(
      process.execPath,
      [binary("@playwright/test/cli.js"), "test", "--reporter=list,json", ...parameters],
      {
        env: {
          // Neither another server nor another run of the tests interferes. A test serves pages 50 ports above.
          E2E_PORT: String(await freePort([50])),
          // Otherwise transpiled modules would be in the temporary folder, and gone with it.
          PWTEST_CACHE_DIR: inCheckout(".cache/playwright"),
          E2E_PACKAGES: packages,
          ...process.env,
          TMPDIR: folder,
          ...(database && { DATABASE_URL: database.url }),
          PLAYWRIGHT_JSON_OUTPUT_FILE: inCheckout(report),
        },
      },
    );
    return countPlaywright(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    await database?.remove();
  }
}
