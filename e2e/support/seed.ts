import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { SHARED_SERVER, serverVariables } from "./server.ts";

const run = promisify(execFile);

/** Seeds the owner's workspace with the noteworthy runs, without the everyday ones. */
export async function seedStories(): Promise<void> {
  await run(process.execPath, [inCheckout("scripts/run.mjs"), "prisma/seed/index.ts", "--few"], {
    env: serverVariables(SHARED_SERVER),
  });
}
