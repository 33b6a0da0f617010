import { setTimeout as sleep } from "node:timers/promises";
import { GoaltraceError } from "@goaltrace/core";
import { parseJson } from "@goaltrace/core/parse-json";
import type { McpCredentialStore } from "@goaltrace/db";
import {
  NO_RECORD,
  nodeHash,
  type OAuthCredentials,
  type OAuthRecord,
  readOAuthRecord,
  signInState,
  type Vault,
} from "@goaltrace/tools";
import type { ConfiguredServer } from "./configured-server.ts";
import { REFRESH_LEASE_MS, REFRESH_LOOK_MS } from "./tunables.ts";

/** The server to which the credentials belong. They are sealed for its address, so they do not exist for another address. */
export type CredentialPlace = Pick<ConfiguredServer, "sourceKey" | "name"> & {
  readonly workspaceId: string;
  readonly url: string;
};

/** Conflicts with changes of other processes after which this one gives up. */
const TRIES_MAX = 20;

/** Creates the credentials of one server over a store that several processes share. */
export function createOAuthCredentials(
  { store, vault }: { readonly store: McpCredentialStore; readonly vault: Vault },
  { workspaceId, sourceKey, name, url }: CredentialPlace,
): OAuthCredentials {
  const key = { source: sourceKey, server: name };
  const context = JSON.stringify(["mcp-credential", workspaceId, sourceKey, name, url]);
  const readStored = async (): Promise<{ readonly record: OAuthRecord; readonly version: number }> => {
    const { sealed, version } = await store.read(workspaceId, key);
    return { version, record: sealed === null ? NO_RECORD : open(sealed) };
  };
  const open = (sealed: Uint8Array): OAuthRecord => {
    try {
      return readOAuthRecord(parseJson(vault.open(sealed, context)));
    } catch {
      // Sealed for another address or by another secret.
      return NO_RECORD;
    }
  };
  return {
    read: async () => (await readStored()).record,
    async update(change) {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const { record, version } = await readStored();
        const next = change(record);
        const sealed = vault.seal(JSON.stringify(next), context);
        const pendingHash = next.pending === null ? null : stateHash(next.pending.state);
        const written = { sealed, state: signInState(next), pendingHash, version };
        if (await store.write(workspaceId, key, written)) return;
      }
      throw new GoaltraceError({
        code: "CONFLICT",
        message: `The sign-in of the server "${name}" was changed by other processes again and again.`,
        fix: "Try again.",
      });
    },
    async exclusively(act) {
      const until = performance.now() + REFRESH_LEASE_MS;
      while (!(await store.lease(workspaceId, key, REFRESH_LEASE_MS))) {
        if (performance.now() > until) break;
        await sleep(REFRESH_LOOK_MS);
      }
      try {
        return await act();
      } finally {
        await store.release(workspaceId, key);
      }
    },
  };
}

/** The hash under which a waiting sign-in is found. */
export function stateHash(state: string): string {
  return nodeHash.sha256(state);
}
