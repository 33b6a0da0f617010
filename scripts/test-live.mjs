// npm run test:live: runs one real task with the model configured in the environment, or reports that there is none.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { main } from "./lib/step.mjs";

const TASK = "Use the calculator tool to work out 12345 * 6789, then answer with the number alone.";
const ANSWER = "83810205";
const KEYS = ["OPENAI_API_KEY", "DEEPSEEK_API_KEY"];

await main(async () => {
  loadEnvironment();
  if (!KEYS.some((name) => process.env[name])) {
    console.log(`skipped: none of ${KEYS.join(", ")} is set`);
    return;
  }
  await ensureInstalled();
  await ensureGenerated();
  const home = mkdtempSync(path.join(os.tmpdir(), "goaltrace-live-"));
  const environment = {
    ...process.env,
    GOALTRACE_HOME: process.env.DATABASE_URL ? process.env.GOALTRACE_HOME : home,
  };
  const { code, output } = await runCommand(
    process.execPath,
    ["--import", "tsx", "apps/cli/src/main.ts", "run", "--json", TASK],
    { cwd: inCheckout(), env: environment, capture: true },
  );
  rmSync(home, { recursive: true, force: true });
  console.log(output.trimEnd());
  if (code !== 0) throw new Error(`the run exited with code ${code}`);
  if (!output.replaceAll(/[,\s]/g, "").includes(ANSWER))
    throw new Error(`the log does not contain the answer ${ANSWER}`);
  console.log("1 passed, 0 failed");
});
