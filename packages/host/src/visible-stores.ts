import type { Database } from "@goaltrace/db";

/**
 * The stores of a database filtered for requests by people: `traces` and `blobs` hide private conversations of others. MCP servers, which hold
 * sealed keys, are reached through `Runtime.mcp` alone, and sealed versions of files by undoing only.
 */
export type VisibleStores = Omit<
  Database,
  "prisma" | "pool" | "visible" | "mcp" | "listening" | "fileVersions" | "close"
>;

export function visibleStores(database: Database): VisibleStores {
  const { prisma: _prisma, pool: _pool, visible, mcp: _mcp, ...rest } = database;
  const { listening: _listening, close: _close, fileVersions: _versions, ...stores } = rest;
  return { ...stores, ...visible };
}
