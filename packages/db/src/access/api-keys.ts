import type pg from "pg";
import { createBatch } from "../batch.ts";
import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { notFound } from "../stores/not-found.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH, MEMBER_SEEN_MS } from "../tunables.ts";
import type { Membership } from "./members.ts";
import { parseRole } from "./role-rules.ts";
import { hashToken } from "./tokens.ts";

/** Permissions of a key: read everything its person sees; start runs and delete conversations; administer the workspace. */
export const API_SCOPES = ["read", "run", "decide", "admin"] as const;
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

/** The API key of a request, with the person and workspace it acts for. `membership` is undefined when the person has left. */
export type KeyHolder = ApiKey & {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly membership: Membership | undefined;
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
};

export interface ApiKeyStore {
  /** Returns active keys, newest first: those of one person, or all when `personId` is null. */
  list(workspaceId: string, personId: string | null): Promise<readonly ApiKey[]>;
  create(workspaceId: string, key: ApiKey, secret: string): Promise<void>;
  /** Revokes a key; with `personId`, only a key of that person. Errors: NOT_FOUND. */
  revoke(workspaceId: string, id: string, personId: string | null): Promise<ApiKey>;
  /**
   * Returns the key with this secret, its person, workspace and membership; undefined when it is unknown or revoked. Updates `lastUsedAt`
   * of the key and `lastSeenAt` of the member.
   */
  findHolder(secret: string): Promise<KeyHolder | undefined>;
}

type KeyRow = Pick<
  Prisma.ApiKeyModel,
  "id" | "personId" | "name" | "hint" | "scopes" | "createdAt" | "lastUsedAt"
>;
type HolderRow = KeyRow & {
  readonly keyHash: string;
  readonly workspaceId: string;
  readonly slug: string;
  readonly workspaceName: string;
  readonly personName: string;
  readonly email: string;
  readonly role: string | null;
};

/** API keys in PostgreSQL. Only the hash of a secret is stored. */
export function createApiKeyStore(prisma: PrismaClient, pool: pg.Pool): ApiKeyStore {
  const findHolder = createBatch({
    most: CALLERS_MAX_BATCH,
    run: async (hashes: readonly string[]) => await findHolders(pool, hashes),
  });
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
    findHolder: async (secret) => await findHolder(hashToken(secret)),
  };
}

const FIND_HOLDERS = {
  name: "find_key_holders",
  text: `with holder as (
      select k.*, w.slug, w.name as workspace_name, u.name as person_name, u.email, m.role, m.last_seen_at
      from api_key k join workspace w on w.id = k.workspace_id join "user" u on u.id = k.person_id
      left join member m on m.workspace_id = k.workspace_id and m.user_id = k.person_id
      where k.key_hash = any($1) and k.revoked_at is null
    ), used as (
      update api_key set last_used_at = now() from holder
      where api_key.workspace_id = holder.workspace_id and api_key.id = holder.id
        and (holder.last_used_at is null or holder.last_used_at < now() - make_interval(secs => $2))
    ), seen as (
      update member set last_seen_at = now() from holder
      where member.workspace_id = holder.workspace_id and member.user_id = holder.person_id
        and (holder.last_seen_at is null or holder.last_seen_at < now() - make_interval(secs => $2))
    )
    select key_hash as "keyHash", workspace_id as "workspaceId", id, person_id as "personId", name, hint, scopes,
      created_at as "createdAt", last_used_at as "lastUsedAt", slug, workspace_name as "workspaceName",
      person_name as "personName", email, role
    from holder`,
};

/** Returns the holders of active keys in the order of their hashes, in one statement. */
async function findHolders(
  pool: pg.Pool,
  hashes: readonly string[],
): Promise<readonly (KeyHolder | undefined)[]> {
  const rows = await query<HolderRow>(pool, FIND_HOLDERS, [[...new Set(hashes)], MEMBER_SEEN_MS / 1_000]);
  const holders = new Map(
    rows.map((row) => [
      row.keyHash,
      {
        ...toApiKey(row),
        workspace: workspaceOf(row),
        membership: row.role === null ? undefined : { ...workspaceOf(row), role: parseRole(row.role) },
        person: { id: row.personId, name: row.personName, email: row.email },
      },
    ]),
  );
  return hashes.map((hash) => holders.get(hash));
}

function workspaceOf(row: HolderRow): KeyHolder["workspace"] {
  return { id: row.workspaceId, slug: row.slug, name: row.workspaceName };
}

function toApiKey(row: KeyRow): ApiKey {
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
