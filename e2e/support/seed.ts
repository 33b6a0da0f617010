import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { SHARED_SERVER, variablesOf } from "./server.ts";

const run = promisify(execFile);

/** Fills the served workspace with the telling stories, without the everyday ones. */
export async function seedStories(): Promise<void> {
  await run(process.execPath, [inCheckout("scripts/run.mjs"), "prisma/seed/index.ts", "--few"], {
    env: variablesOf(SHARED_SERVER),
  });
}
