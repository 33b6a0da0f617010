import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { OWNER } from "./owner.ts";

const run = promisify(execFile);

/** An API key of the owner that may read and run, made by the command line as an administrator would. */
export async function createKey(): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [
      inCheckout("apps/cli/bin/goaltrace.mjs"),
      ...["admin", "create-key", "--workspace", OWNER.slug, "--email", OWNER.email, "--name", "e2e"],
      ...["--scopes", "read,run"],
    ],
    { env: { ...process.env, GOALTRACE_HOME: inCheckout(".data-e2e") } },
  );
  const key = /gt_[\w-]+/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(`No key in: ${stdout}`);
  return key;
}
