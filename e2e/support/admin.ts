import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { type Server, variablesOf } from "./server.ts";

const run = promisify(execFile);

/** `goaltrace admin` with these words, against the database of this server; gives what it printed. */
export async function administer(server: Server, words: readonly string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [inCheckout("apps/cli/bin/goaltrace.mjs"), "admin", ...words],
    { env: variablesOf(server) },
  );
  return stdout;
}
