import type { Scope } from "@goaltrace/core/ports";
import type { PrismaClient } from "../client.ts";
import { notFound } from "./not-found.ts";

/** A public link to a trace. Times are milliseconds since the epoch. */
export type ShareLink = {
  readonly id: string;
  readonly traceId: string;
  readonly includeContent: boolean;
  readonly personId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
};
export type NewShareLink = Pick<ShareLink, "id" | "traceId" | "includeContent" | "expiresAt"> & {
  readonly tokenHash: string;
};
/** An active link with the scope of the person who created it. */
export type OpenShare = ShareLink & { readonly scope: Scope };

export interface ShareStore {
  /** Newest first. */
  list(scope: Scope, traceId: string): Promise<readonly ShareLink[]>;
  create(scope: Scope, link: NewShareLink): Promise<void>;
  /**
   * Returns the link as it was before; with `onlyOwn`, only a link that the person created. Revoking it again has no effect. Errors:
   * NOT_FOUND.
   */
  revoke(scope: Scope, id: string, options: { readonly onlyOwn: boolean }): Promise<ShareLink>;
  /** Returns the link with this token; undefined when the token is unknown, expired or revoked. */
  open(tokenHash: string): Promise<OpenShare | undefined>;
}

type ShareRow = {
  readonly id: string;
  readonly workspaceId: string;
  readonly traceId: string;
  readonly includeContent: boolean;
  readonly personId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};

/** Public links in PostgreSQL. Only the hash of a token is stored. */
export function createShareStore(prisma: PrismaClient): ShareStore {
  return {
    async list({ workspaceId }, traceId) {
      const rows = await prisma.shareLink.findMany({
        where: { workspaceId, traceId },
        orderBy: { createdAt: "desc" },
      });
      return rows.map(toShareLink);
    },
    async create({ workspaceId, personId }, { expiresAt, ...link }) {
      await prisma.shareLink.create({
        data: { ...link, workspaceId, personId, expiresAt: new Date(expiresAt) },
      });
    },
    async revoke({ workspaceId, personId }, id, { onlyOwn }) {
      const where = { workspaceId, id, ...(onlyOwn ? { personId } : {}) };
      const row = await prisma.shareLink.findFirst({ where });
      if (row === null) throw notFound(`link ${id}`);
      await prisma.shareLink.updateMany({
        where: { workspaceId, id, revokedAt: null },
        data: { revokedAt: new Date() },
      });
      return toShareLink(row);
    },
    async open(tokenHash) {
      const row = await prisma.shareLink.findFirst({
        where: { tokenHash, revokedAt: null, expiresAt: { gt: new Date() } },
      });
      return row === null
        ? undefined
        : { ...toShareLink(row), scope: { workspaceId: row.workspaceId, personId: row.personId } };
    },
  };
}

function toShareLink(row: ShareRow): ShareLink {
  const { id, traceId, includeContent, personId } = row;
  return {
    id,
    traceId,
    includeContent,
    personId,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    revokedAt: row.revokedAt?.getTime() ?? null,
  };
}
