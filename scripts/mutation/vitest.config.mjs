// Vitest over instrumented sources; with MUTATION_PASS, `mutation-runner.mjs` repeats each test for each mutant that it reaches.
import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { ROOT, inCheckout } from "../lib/checkout.mjs";

const { files } = JSON.parse(readFileSync(inCheckout(".cache/mutation/plan.json"), "utf8"));

const repeats = Boolean(process.env.MUTATION_PASS);

const instrumented = {
  name: "instrumented-sources",
  enforce: "pre",
  load: (id) => files[path.relative(ROOT, id.split("?")[0])],
};

export default defineConfig({
  root: ROOT,
  plugins: [instrumented],
  test: {
    environment: "node",
    include: ["packages/{core,tools}/{src,test}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/*.{db,integration}.test.ts"],
    ...(repeats && { runner: inCheckout("scripts/mutation/mutation-runner.mjs") }),
    isolate: false,
    maxWorkers: 1,
    // With the runner, a test runs once for each mutant that it reaches.
    testTimeout: repeats ? 3_600_000 : 20_000,
    reporters: ["dot"],
    silent: true,
  },
});
