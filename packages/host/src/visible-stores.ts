import type { Database } from "@goaltrace/db";

/** The stores of a database filtered for requests by people: `traces` and `blobs` hide private conversations of others. */
export type VisibleStores = Omit<
  Database,
  "prisma" | "pool" | "visible" | "listening" | "fileVersions" | "close"
>;

export function visibleStores(database: Database): VisibleStores {
  const { prisma: _prisma, pool: _pool, visible, listening: _listening, close: _close, ...rest } = database;
  // Sealed versions of files are read by undoing only.
  const { fileVersions: _versions, ...stores } = rest;
  return { ...stores, ...visible };
}
