import { MCP_RIGHTS, type McpCaller } from "@goaltrace/host/mcp-server";
import { authorize } from "../auth/authorize.ts";
import { invalidKey } from "../auth/invalid-key.ts";
import { roleIncludes } from "../auth/roles.ts";
import { findKeyHolder } from "../rest/authenticate-key.ts";
import { countKeyRequest } from "../rest/key-limit.ts";
import { REQUIRED_ROLE } from "../rest/scopes.ts";
import type { Runtime } from "../runtime.ts";

/**
 * Authenticates an MCP client by its API key, as REST does, and counts the request in the same limit. The client has the rights that the
 * key's scopes and its owner's current role both include. Errors: NOT_SIGNED_IN without a valid
 * key; NOT_FOUND when its owner has left the workspace; RATE_LIMITED.
 */
export async function authenticateMcp(runtime: Runtime, headers: Headers): Promise<McpCaller> {
  const holder = await findKeyHolder(runtime, headers);
  const { membership } = await authorize({
    access: { kind: "workspace", role: "viewer" },
    person: holder.person,
    workspace: holder.workspace.slug,
    findMembership: async () => holder.membership,
  });
  if (membership === null) throw invalidKey();
  await countKeyRequest(runtime, holder);
  const rights = MCP_RIGHTS.filter(
    (right) => holder.scopes.includes(right) && roleIncludes(membership.role, REQUIRED_ROLE[right]),
  );
  return {
    scope: { workspaceId: membership.id, personId: holder.person.id },
    keyId: holder.id,
    rights: new Set(rights),
  };
}
