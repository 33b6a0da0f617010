import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { missing } from "../stores/missing.ts";
import { MEMBER_SEEN_MS } from "../tunables.ts";
import { hashToken } from "./tokens.ts";

/** What a key may do: read what its person sees; start runs and delete conversations; and what is left to admins. */
export const API_SCOPES = ["read", "run", "admin"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** A key for programs as its owner sees it: never the key itself. Times are milliseconds since the epoch. */
export type ApiKey = {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  /** The last characters, to tell keys apart. */
  readonly hint: string;
  readonly scopes: readonly ApiScope[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
};

/** A key that was shown with a request, and for whom it acts. */
export type KeyHolder = ApiKey & {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
};

export interface ApiKeyStore {
  /** Keys that hold, newest first; of one person, or of all when `personId` is null. */
  list(workspaceId: string, personId: string | null): Promise<readonly ApiKey[]>;
  create(workspaceId: string, key: ApiKey, secret: string): Promise<void>;
  /** Ends a key; with `personId` only one of theirs. Errors: NOT_FOUND. */
  revoke(workspaceId: string, id: string, personId: string | null): Promise<ApiKey>;
  /** The key of this secret with its person and workspace; undefined when there is none or it was revoked. Notes its use. */
  holderOf(secret: string): Promise<KeyHolder | undefined>;
}

/** API keys over PostgreSQL; of a secret only its hash is stored. */
export function createApiKeyStore(prisma: PrismaClient): ApiKeyStore {
  return {
    async list(workspaceId, personId) {
      const rows = await prisma.apiKey.findMany({
        where: { workspaceId, revokedAt: null, ...(personId === null ? {} : { personId }) },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      });
      return rows.map(keyOf);
    },
    async create(workspaceId, key, secret) {
      const { id, personId, name, hint, scopes } = key;
      const createdAt = new Date(key.createdAt);
      const data = { workspaceId, id, personId, name, hint, scopes: [...scopes], createdAt };
      await prisma.apiKey.create({ data: { ...data, keyHash: hashToken(secret) } });
    },
    async revoke(workspaceId, id, personId) {
      const where = { workspaceId, id, revokedAt: null, ...(personId === null ? {} : { personId }) };
      const row = await prisma.apiKey.findFirst({ where });
      if (row === null) throw missing("such key of yours");
      await prisma.apiKey.updateMany({ where, data: { revokedAt: new Date() } });
      return keyOf(row);
    },
    async holderOf(secret) {
      const row = await prisma.apiKey.findUnique({ where: { keyHash: hashToken(secret) } });
      if (row === null || row.revokedAt !== null) return undefined;
      const [workspace, person] = await Promise.all([
        prisma.workspace.findUnique({
          where: { id: row.workspaceId },
          select: { id: true, slug: true, name: true },
        }),
        prisma.user.findUnique({
          where: { id: row.personId },
          select: { id: true, name: true, email: true },
        }),
      ]);
      if (workspace === null || person === null) return undefined;
      if (row.lastUsedAt === null || Date.now() - row.lastUsedAt.getTime() > MEMBER_SEEN_MS)
        await prisma.apiKey.updateMany({
          where: { workspaceId: row.workspaceId, id: row.id },
          data: { lastUsedAt: new Date() },
        });
      return { ...keyOf(row), workspace, person };
    },
  };
}

function keyOf(row: Prisma.ApiKeyModel): ApiKey {
  return {
    id: row.id,
    personId: row.personId,
    name: row.name,
    hint: row.hint,
    scopes: API_SCOPES.filter((scope) => row.scopes.includes(scope)),
    createdAt: row.createdAt.getTime(),
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
  };
}
