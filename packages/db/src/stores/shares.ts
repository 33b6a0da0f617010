import type { Scope } from "@goaltrace/core";
import type { PrismaClient } from "../client.ts";
import { missing } from "./missing.ts";

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
/** A link that holds, with whose eyes it looks. */
export type OpenShare = ShareLink & { readonly scope: Scope };

export interface ShareStore {
  /** Newest first. */
  list(scope: Scope, traceId: string): Promise<readonly ShareLink[]>;
  create(scope: Scope, link: NewShareLink): Promise<void>;
  /** Returns the link as it was. Errors: NOT_FOUND. Revoking again changes nothing. */
  revoke(scope: Scope, id: string): Promise<ShareLink>;
  /** Undefined for a token that never was, has expired or was revoked. */
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

/** Public links over PostgreSQL; of a token only its hash is stored. */
export function createShareStore(prisma: PrismaClient): ShareStore {
  return {
    async list({ workspaceId }, traceId) {
      const rows = await prisma.shareLink.findMany({
        where: { workspaceId, traceId },
        orderBy: { createdAt: "desc" },
      });
      return rows.map(linkOf);
    },
    async create({ workspaceId, personId }, { expiresAt, ...link }) {
      await prisma.shareLink.create({
        data: { ...link, workspaceId, personId, expiresAt: new Date(expiresAt) },
      });
    },
    async revoke({ workspaceId }, id) {
      const found = await prisma.shareLink.findFirst({ where: { workspaceId, id } });
      if (found === null) throw missing(`link ${id}`);
      await prisma.shareLink.updateMany({
        where: { workspaceId, id, revokedAt: null },
        data: { revokedAt: new Date() },
      });
      return linkOf(found);
    },
    async open(tokenHash) {
      const row = await prisma.shareLink.findFirst({
        where: { tokenHash, revokedAt: null, expiresAt: { gt: new Date() } },
      });
      return row === null
        ? undefined
        : { ...linkOf(row), scope: { workspaceId: row.workspaceId, personId: row.personId } };
    },
  };
}

function linkOf(row: ShareRow): ShareLink {
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
