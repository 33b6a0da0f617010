import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { notFound } from "../stores/not-found.ts";
import { MEMBER_SEEN_MS } from "../tunables.ts";
import { hashToken } from "./tokens.ts";

/** Permissions of a key: read everything its person sees; start runs and delete conversations; administer the workspace. */
export const API_SCOPES = ["read", "run", "admin"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** An API key as its owner sees it, without the secret. Times are milliseconds since the epoch. */
export type ApiKey = {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  /** The last characters, which tell keys apart. */
  readonly hint: string;
  readonly scopes: readonly ApiScope[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
};

/** The API key of a request, with the person and workspace it acts for. */
export type KeyHolder = ApiKey & {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
};

export interface ApiKeyStore {
  /** Returns active keys, newest first: those of one person, or all when `personId` is null. */
  list(workspaceId: string, personId: string | null): Promise<readonly ApiKey[]>;
  create(workspaceId: string, key: ApiKey, secret: string): Promise<void>;
  /** Revokes a key; with `personId`, only a key of that person. Errors: NOT_FOUND. */
  revoke(workspaceId: string, id: string, personId: string | null): Promise<ApiKey>;
  /** Returns the key with this secret, its person and its workspace; undefined when it is unknown or revoked. Updates `lastUsedAt`. */
  findHolder(secret: string): Promise<KeyHolder | undefined>;
}

/** API keys in PostgreSQL. Only the hash of a secret is stored. */
export function createApiKeyStore(prisma: PrismaClient): ApiKeyStore {
  return {
    async list(workspaceId, personId) {
      const rows = await prisma.apiKey.findMany({
        where: { workspaceId, revokedAt: null, ...(personId === null ? {} : { personId }) },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      });
      return rows.map(toApiKey);
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
      if (row === null) throw notFound("API key with this id");
      await prisma.apiKey.updateMany({ where, data: { revokedAt: new Date() } });
      return toApiKey(row);
    },
    async findHolder(secret) {
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
      return { ...toApiKey(row), workspace, person };
    },
  };
}

function toApiKey(row: Prisma.ApiKeyModel): ApiKey {
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
