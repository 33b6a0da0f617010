import type { McpCredentialStore, McpServerKey, StoredMcpCredential } from "@goaltrace/db";
import type { HttpFetch, Vault } from "@goaltrace/tools";
import { createServerSignIn, type ServerSignIn } from "../server-sign-in.ts";

/** Credentials in memory, with everything that was stored. */
export function createMemoryCredentialStore(): McpCredentialStore & { readonly sealed: Uint8Array[] } {
  const rows = new Map<
    string,
    StoredMcpCredential & { state: "none" | "needed" | "signed_in"; hash: string | null; key: McpServerKey }
  >();
  const leases = new Set<string>();
  const sealed: Uint8Array[] = [];
  const id = (workspaceId: string, { source, server }: McpServerKey): string =>
    JSON.stringify([workspaceId, source, server]);
  return {
    sealed,
    read: async (workspaceId, key) => rows.get(id(workspaceId, key)) ?? { sealed: null, version: 0 },
    async write(workspaceId, key, change) {
      const now = rows.get(id(workspaceId, key))?.version ?? 0;
      if (now !== change.version) return false;
      const { state, pendingHash: hash } = change;
      rows.set(id(workspaceId, key), { sealed: change.sealed, version: now + 1, state, hash, key });
      sealed.push(change.sealed);
      return true;
    },
    remove: async (workspaceId, key) => void rows.delete(id(workspaceId, key)),
    async lease(workspaceId, key) {
      const isFree = !leases.has(id(workspaceId, key));
      leases.add(id(workspaceId, key));
      return isFree;
    },
    release: async (workspaceId, key) => void leases.delete(id(workspaceId, key)),
    findPending: async (_, wanted) => [...rows.values()].find(({ hash }) => hash === wanted)?.key ?? null,
    states: async () => [...rows.values()].map(({ key, state }) => ({ ...key, state })),
  };
}

/** Signing in over credentials in memory. */
export function createMemorySignIn(
  vault: Vault,
  fetch: HttpFetch = async () => await Promise.reject(new Error("no network")),
): { readonly credentials: ReturnType<typeof createMemoryCredentialStore>; readonly signIn: ServerSignIn } {
  const credentials = createMemoryCredentialStore();
  return { credentials, signIn: createServerSignIn({ store: credentials, vault, fetch }) };
}
