import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { bundlePrograms } from "../../scripts/lib/bundle-programs.mjs";
import { type Server, serverVariables } from "./server.ts";

const run = promisify(execFile);

/** Runs `goaltrace admin`, bundled as for the integration tests, with these arguments against the server's database. Returns its stdout. */
export async function runAdmin(server: Server, parameters: readonly string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [path.join(await bundlePrograms(), "goaltrace.cjs"), "admin", ...parameters],
    { env: serverVariables(server) },
  );
  return stdout;
}
