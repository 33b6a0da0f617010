import type { McpPin, McpState, McpStatus, McpStore } from "@goaltrace/db";

type Held = { state: McpState; statuses: McpStatus[] };

/** The store, what it holds, and a way to change that behind its back. */
type MemoryMcpStore = {
  readonly store: McpStore;
  readonly held: Held;
  change(next: Partial<McpState>): void;
};

/** A store in memory, as far as tests of this folder need it. */
export function createMemoryMcpStore(): MemoryMcpStore {
  const held: Held = {
    state: { servers: [], pins: [], consents: [] },
    statuses: [],
  };
  const change = (next: Partial<McpState>): void => {
    held.state = { ...held.state, ...next };
  };
  const store: McpStore = {
    state: async () => held.state,
    saveServer: async ({ personId }, server) =>
      change({ servers: [...held.state.servers, { ...server, isEnabled: true, personId, savedAt: 0 }] }),
    enableServer: async (_, name, isEnabled) =>
      change({ servers: held.state.servers.map((one) => (one.name === name ? { ...one, isEnabled } : one)) }),
    removeServer: async () => undefined,
    approve: async ({ personId }, pins) =>
      change({ pins: pins.map((pin): McpPin => ({ ...pin, personId, approvedAt: 1 })) }),
    withdraw: async () => undefined,
    consent: async ({ personId }, consent) => change({ consents: [{ ...consent, personId }] }),
    withdrawConsent: async () => undefined,
    statuses: async () => held.statuses,
    keepStatus: async (_, status) => {
      held.statuses = [
        ...held.statuses.filter(({ server }) => server !== status.server),
        { ...status, updatedAt: 1 },
      ];
    },
  };
  return { store, held, change };
}
