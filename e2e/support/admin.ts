import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { type Server, serverVariables } from "./server.ts";

const run = promisify(execFile);

/** Runs `goaltrace admin` with these arguments against the server's database. Returns its stdout. */
export async function runAdmin(server: Server, parameters: readonly string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [inCheckout("apps/cli/bin/goaltrace.mjs"), "admin", ...parameters],
    { env: serverVariables(server) },
  );
  return stdout;
}
