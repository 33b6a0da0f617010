import { defineConfig } from "@playwright/test";
import { tmpdir } from "node:os";
import { findBrowser } from "./scripts/lib/browser.mjs";
import { SITE_HOSTS } from "./e2e/support/site.ts";
import { inCheckout } from "./scripts/lib/checkout.mjs";

const PORT = process.env.E2E_PORT ?? "3111";
const HOME = inCheckout(".data-e2e");
/** Creates the owner, whose account the other specs use. */
const FIRST_START = /first-start\.spec\.ts/;
/** Mostly wait for processes to restart, so they start first; they share one server. */
const KILLS = /(survives|people-over-restarts)\.spec\.ts/;
/** Fills the owner's workspace with runs to inspect; the readers inspect them. */
const STORIES = /stories\.spec\.ts/;
const READERS = /(questions|accessible|looking-back|storyboard)\.spec\.ts/;
const asRoot = process.getuid?.() === 0;

/** Leads to the bundles of the packages. Set by `scripts/lib/suites.mjs`, which has made them; Playwright alone transpiles the sources. */
const tsconfig = process.env.E2E_PACKAGES;

export default defineConfig({
  testDir: "e2e",
  ...(tsconfig !== undefined && { tsconfig, build: { external: ["**/.cache/packages/**"] } }),
  outputDir: "test-results",
  // Only what hangs reaches these limits: a machine that also runs the other tests takes ten times as long as a quiet one.
  timeout: 480_000,
  expect: { timeout: 90_000 },
  // Each spec uses a workspace of its own, or only reads. One more than two processors, because a test waits a quarter of its time.
  workers: 3,
  forbidOnly: true,
  // As in vitest.config.ts.
  retries: process.env.GOALTRACE_SOAK === "1" ? 0 : 1,
  reporter: "list",
  // Dependencies of a project also run when a single file is requested.
  projects: [
    { name: "first-start", testMatch: FIRST_START },
    { name: "kills", testMatch: KILLS, dependencies: ["first-start"], workers: 1 },
    { name: "stories", testMatch: STORIES, dependencies: ["first-start"] },
    {
      name: "workspaces",
      testIgnore: [FIRST_START, KILLS, STORIES, READERS],
      dependencies: ["first-start"],
    },
    { name: "readers", testMatch: READERS, dependencies: ["stories"], fullyParallel: true },
  ],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    // Recording doubles the duration of a test: enable it with `npm run e2e -- --trace retain-on-failure <spec>`.
    trace: "off",
    screenshot: "only-on-failure",
    // Each frame of an animation is drawn by the processor. Tests of what moves turn them on again.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findBrowser(),
      args: asRoot ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
    },
  },
  webServer: {
    command: "node scripts/start.mjs",
    url: `http://127.0.0.1:${PORT}/health`,
    timeout: 600_000,
    stdout: "pipe",
    env: {
      ...{ PORT, HOST: "127.0.0.1", GOALTRACE_HOME: HOME, GOALTRACE_FOLDER_ROOTS: tmpdir() },
      // No one watches.
      GOALTRACE_DEMO_STAGE_MS: "0",
      GOALTRACE_WEB_PRIVATE_HOSTS: Object.values(SITE_HOSTS).join(","),
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  },
});
