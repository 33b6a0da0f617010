import { setTimeout as sleep } from "node:timers/promises";
import { createFirstOwner, limitHeapGrowth, retryWhileUnavailable } from "@goaltrace/host";
import { environment } from "../env.ts";
import { ABANDONMENT_LIMITS, endAbandoned } from "./http/end-abandoned.ts";
import { prepareRequests } from "./http/prepare-requests.ts";
import { refuseEarly } from "./http/refuse-early.ts";
import { getRuntime } from "./runtime.ts";

/**
 * Prepares the server before the first request and creates the owner from the environment, if configured. Waits while the database is
 * unreachable, for example while it recovers from a crash. Ends the process on any other error.
 */
export async function startServer(): Promise<void> {
  try {
    await prepareServer();
  } catch (thrown) {
    // Next would keep the process and answer every request with this error. After an exit, the supervisor tries again.
    process.stderr.write(`The web server could not start: ${String(thrown)}\n`);
    process.exit(1);
  }
}

async function prepareServer(): Promise<void> {
  const { admin, trustProxy } = environment();
  limitHeapGrowth();
  prepareRequests(trustProxy);
  endAbandoned(ABANDONMENT_LIMITS);
  refuseEarly();
  if (admin === null) return;
  const runtime = await getRuntime();
  const { accounts } = runtime.stores;
  await retryWhileUnavailable(async () => await runtime.stores.ping(), {
    sleep,
    onRetry: ({ message }, pauseMs) => runtime.logger.warn(message, { retryInMs: pauseMs }),
  });
  if (!(await accounts.isEmpty())) return;
  const passwordHash = await runtime.auth.hashPassword(admin.password);
  const name = admin.email.split("@")[0] ?? admin.email;
  const email = admin.email.toLowerCase();
  const owner = { name, email, passwordHash, workspaceName: "Workspace" };
  await createFirstOwner({ ...runtime, accounts }, owner);
  runtime.logger.info("created the owner account from GOALTRACE_ADMIN_EMAIL");
}
