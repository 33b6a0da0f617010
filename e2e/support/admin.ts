import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inCheckout } from "../../scripts/lib/checkout.mjs";

const run = promisify(execFile);

/** `goaltrace admin` with these words, against the served database; gives what it printed. */
export async function administer(...words: readonly string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [inCheckout("apps/cli/bin/goaltrace.mjs"), "admin", ...words],
    { env: { ...process.env, GOALTRACE_HOME: inCheckout(".data-e2e") } },
  );
  return stdout;
}
