import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { exportTrace } from "../../apps/web/src/server/http/export-trace.ts";
import {
  type AccessWorld,
  createAccessWorld,
  ORIGIN,
  PASSWORD,
} from "../../apps/web/src/server/testing/access-world.ts";

/** Returns the valid value of a property in requests about a noun, such as `traces`; undefined without a special one. */
export type KnownValues = (property: string, noun: string) => unknown;

/** A server with one item of everything that requests name. */
export type AttackedWorld = {
  readonly access: AccessWorld;
  /** Values of items that stay. */
  readonly kept: KnownValues;
  /** Values of items that requests may remove. */
  readonly disposable: KnownValues;
  /** The headers of an owner's session. */
  readonly session: Headers;
  /** The headers of a person whose account may change. */
  readonly otherSession: Headers;
  /** An API key with all scopes. */
  readonly key: string;
  /** An exported trace. */
  readonly file: string;
  /** The folders of the server and of a project. */
  readonly folders: readonly string[];
  readonly close: () => Promise<void>;
};

/** Creates a server in the migrated database at `databaseUrl`, with a project folder that holds a file. */
export async function createAttackedWorld(databaseUrl: string): Promise<AttackedWorld> {
  const access = await createAccessWorld(databaseUrl, { withModel: true, forRoutes: true });
  const project = await realpath(await mkdtemp(path.join(tmpdir(), "goaltrace-attacked-")));
  await mkdir(path.join(project, "sub"));
  await writeFile(path.join(project, "sub", "notes.txt"), "kept");
  const session = await access.signIn(access.person("owner"));
  const [kept, disposable] = [await makeThings(access, project), await makeThings(access, null)];
  const request = new Request(`${ORIGIN}/x`, { headers: session });
  const path_ = { workspace: access.slugs.ours, id: String(kept("id", "traces")) };
  return {
    access,
    kept,
    disposable,
    session,
    otherSession: await access.signIn(await access.newPerson("member")),
    key: await access.makeKey("owner", ["read", "run", "admin"]),
    file: await (await exportTrace(request, path_)).text(),
    folders: [access.runtime.home, project],
    close: async () => {
      await access.close();
      await rm(project, { recursive: true, force: true });
    },
  };
}

/** Creates one of everything in our workspace; without a folder only the removable items. */
async function makeThings(access: AccessWorld, folder: string | null): Promise<KnownValues> {
  const workspace = access.slugs.ours;
  const owner = access.caller("owner");
  const { traceId, conversationId } = await owner.runs.start({ workspace, text: "Bake a cake" });
  const member = await access.newPerson("viewer");
  const invitation = await owner.invitations.create({
    workspace,
    email: `${randomUUID()}@example.com`,
    role: "viewer",
  });
  const { id: commentId } = await owner.annotations.add({ workspace, traceId, body: "a" });
  const view = await owner.views.save({ workspace, name: randomUUID(), query: "", shared: true });
  const { id: keyId } = await owner.keys.create({ workspace, name: "a", scopes: ["read"] });
  const share = await owner.shares.create({ workspace, traceId, days: 1, includeContent: true });
  const model = { label: "a", provider: "p", model: randomUUID(), baseUrl: "http://127.0.0.1:1/v1" };
  const saved = await owner.models.save({ workspace, ...model });
  const added = folder === null ? null : await owner.folders.add({ workspace, name: "a", path: folder });
  const { rows } = await access.database.pool.query<{ sha256: string }>("select sha256 from blob limit 1");
  const ids: Readonly<Record<string, string>> = {
    ...{ traces: traceId, traceInspect: traceId, conversations: conversationId, annotations: commentId },
    ...{ invitations: invitation.id, views: view.id, keys: keyId, shares: share.id },
    ...{ folders: added?.id ?? "none", models: saved.id },
  };
  const values: Readonly<Record<string, unknown>> = {
    ...{ workspace, traceId, conversationId, personId: member.id, sha256: rows[0]?.sha256 },
    ...{ reference: "scripted/demo", path: folder, baseUrl: model.baseUrl, sequence: 1 },
    ...{ current: PASSWORD, next: PASSWORD, password: PASSWORD, role: "viewer", contextWindow: 128_000 },
  };
  const fresh: Readonly<Record<string, () => unknown>> = {
    email: () => `${randomUUID()}@example.com`,
    model: () => randomUUID(),
    name: () => randomUUID().slice(0, 20),
    token: () => randomUUID(),
  };
  return (property, noun) => {
    if (property === "id") return ids[noun];
    if (property === "traceIds") return undefined;
    return fresh[property]?.() ?? values[property] ?? undefined;
  };
}
