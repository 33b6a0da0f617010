import { createFirstOwner } from "@goaltrace/host";
import { environment } from "../env.ts";
import { recordPeerAddresses } from "./http/peer-address.ts";
import { getRuntime } from "./runtime.ts";

/** Prepares the server before the first request and creates the owner from the environment, if configured. */
export async function startServer(): Promise<void> {
  const { admin, trustProxy } = environment();
  recordPeerAddresses(trustProxy);
  if (admin === null) return;
  const runtime = await getRuntime();
  const { accounts } = runtime.stores;
  if (!(await accounts.isEmpty())) return;
  const passwordHash = await runtime.auth.hashPassword(admin.password);
  const name = admin.email.split("@")[0] ?? admin.email;
  const email = admin.email.toLowerCase();
  const owner = { name, email, passwordHash, workspaceName: "Workspace" };
  await createFirstOwner({ accounts, ids: runtime.ids }, owner);
  runtime.logger.info("created the owner account from GOALTRACE_ADMIN_EMAIL");
}
