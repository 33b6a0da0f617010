import { createFirstOwner } from "@goaltrace/host";
import { environment } from "../env.ts";
import { watchPeers } from "./http/peer-address.ts";
import { getRuntime } from "./runtime.ts";

/** What has to be there before the first request. A database that is away is no reason not to start: it is asked again later. */
export async function startServer(): Promise<void> {
  const { admin, trustProxy } = environment();
  watchPeers(trustProxy);
  if (admin === null) return;
  const runtime = await getRuntime();
  const { accounts } = runtime.stores;
  if (!(await accounts.isEmpty())) return;
  const passwordHash = await runtime.auth.hashPassword(admin.password);
  const name = admin.email.split("@")[0] ?? admin.email;
  const email = admin.email.toLowerCase();
  const owner = { name, email, passwordHash, workspaceName: "Workspace" };
  await createFirstOwner({ accounts, ids: runtime.ids }, owner);
  runtime.logger.info("made the owner account named by GOALTRACE_ADMIN_EMAIL");
}
