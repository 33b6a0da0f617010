import { tmpdir } from "node:os";
import type { Database } from "@goaltrace/db";
import type { AccessWorld } from "../../../apps/web/src/server/testing/access-world.ts";

/** Performs team activity around runs: links, keys, views, mentions, revocations and erasure. */
export async function liveAsTeam(
  world: AccessWorld,
  runs: { readonly shown: string; readonly erased: string; readonly removed: string },
): Promise<{ readonly apiKey: string; readonly shareTokens: readonly string[] }> {
  const workspace = world.slugs.ours;
  const owner = world.caller("owner");
  const member = world.caller("member");
  const traceId = runs.shown;

  const mentions = [world.person("admin").id, world.person("viewer").id];
  const { id: edited } = await owner.annotations.add({
    workspace,
    traceId,
    body: "Look at this",
    sequence: 4,
    mentions,
  });
  await owner.annotations.edit({ workspace, id: edited, body: "Look at this, please", mentions });
  const { id: taken } = await member.annotations.add({
    workspace,
    traceId,
    body: "Never mind",
    goalId: "root",
  });
  await member.annotations.remove({ workspace, id: taken });
  await member.annotations.rate({ workspace, traceId, score: -1, reason: "Too slow" });
  await owner.annotations.tag({ workspace, traceIds: [traceId, runs.erased], add: ["example", "示例"] });
  await world.caller("admin").mentions.markRead({ workspace, ids: null });

  const shares = [
    await owner.shares.create({ workspace, traceId, days: 90, includeContent: true }),
    await owner.shares.create({ workspace, traceId, days: 90, includeContent: false }),
    await member.shares.create({ workspace, traceId, days: 7, includeContent: true }),
  ];
  await member.shares.revoke({ workspace, id: shares[2]?.id ?? "" });

  const { secret: apiKey } = await owner.keys.create({
    workspace,
    name: "Reader",
    scopes: ["read", "admin"],
  });
  const { id: revoked } = await member.keys.create({ workspace, name: "Old", scopes: ["run"] });
  await member.keys.revoke({ workspace, id: revoked });

  await owner.views.save({ workspace, name: "Failed", query: "status=failed", shared: true });
  await member.views.save({ workspace, name: "Mine", query: "tags=example", shared: false });
  await world.caller("admin").invitations.create({ workspace, email: "new@example.com", role: "member" });
  await world.caller("admin").folders.add({ workspace, name: "Temporary files", path: tmpdir() });
  await world.caller("admin").models.save({
    ...{ workspace, label: "Local", provider: "local", baseUrl: "http://127.0.0.1:9/v1", model: "heron" },
    ...{
      contextWindow: 8_000,
      clearAbove: 4_000,
      summariseAbove: 6_000,
      price: { input: 1, cachedInput: 0.5, output: 2 },
    },
  });
  await owner.traces.remove({ workspace, ids: [runs.removed] });
  await extendExpiry(world.database);
  return { apiKey, shareTokens: shares.map(({ token }) => token) };
}

/** Fixtures are opened for years: expiry times must outlive their tests. */
async function extendExpiry({ pool }: Database): Promise<void> {
  await pool.query("update share_link set expires_at = '2126-01-01'");
  await pool.query("update invitation set expires_at = '2126-01-01'");
}
