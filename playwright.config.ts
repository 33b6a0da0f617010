import { defineConfig } from "@playwright/test";
import { rmSync } from "node:fs";
import { findBrowser } from "./scripts/lib/browser.mjs";
import { inCheckout } from "./scripts/lib/checkout.mjs";

const PORT = process.env.E2E_PORT ?? "3111";
const HOME = inCheckout(".data-e2e");
const FIRST_START = /first-start\.spec\.ts/;
const asRoot = process.getuid?.() === 0;

// The configuration is read by every worker as well; only the first reader starts from an empty home.
if (process.env.TEST_WORKER_INDEX === undefined) rmSync(HOME, { recursive: true, force: true });

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  forbidOnly: true,
  reporter: "list",
  // Everything else works in the workspace that the first start makes; it runs also when one file alone is asked for.
  projects: [
    { name: "first-start", testMatch: FIRST_START },
    { name: "workspace", testIgnore: FIRST_START, dependencies: ["first-start"] },
  ],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
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
    env: { PORT, HOST: "127.0.0.1", GOALTRACE_HOME: HOME },
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  },
});
