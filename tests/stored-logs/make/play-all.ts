import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { startWorker } from "@goaltrace/core/worker";
import { annotate } from "../../../prisma/seed/annotate.ts";
import { startStoryServer, type StoryServer } from "../../../prisma/seed/model-server.ts";
import { playStory, type Stage } from "../../../prisma/seed/play.ts";
import type { Cast } from "../../../prisma/seed/people.ts";
import { makeSampleFolder } from "../../../prisma/seed/sample-folder.ts";
import { longAudit, smallWindow } from "../../../prisma/seed/stories/compacted.ts";
import { chinese } from "../../../prisma/seed/stories/everyday.ts";
import { allRegions } from "../../../prisma/seed/stories/large.ts";
import { nightlyTotals } from "../../../prisma/seed/stories/nightly-totals.ts";
import * as trouble from "../../../prisma/seed/stories/trouble.ts";
import type { Story } from "../../../prisma/seed/story.ts";
import type { AccessWorld } from "../../../apps/web/src/server/testing/access-world.ts";
import { EVERY_EVENT_TRACE, type Manifest } from "../fixture.ts";
import { everyEvent } from "./every-event.ts";
import { playScene, scenePorts, type Scene, type SceneStage } from "./play-scene.ts";
import * as scenes from "./scenes.ts";
import { liveAsTeam } from "./team-life.ts";

/** The end of the stories. */
const NOW = Date.UTC(2026, 10, 10, 12);
const HOUR_MS = 3_600_000;
const SPEED = 25;
const STORIES: readonly Story[] = [
  ...[nightlyTotals, longAudit, smallWindow, allRegions, chinese],
  ...Object.values(trouble),
];

type RecordedTrace = Manifest["traces"][number];
type Props = {
  readonly world: AccessWorld;
  readonly server: StoryServer;
  readonly folder: string;
  readonly scope: Scope;
};

/** Fills a world with runs of every kind and with team activity. */
export async function playAll(
  world: AccessWorld,
): Promise<Pick<Manifest, "workspace" | "people" | "apiKey" | "shareTokens" | "traces">> {
  const server = await startStoryServer(SPEED);
  const folder = await makeSampleFolder();
  try {
    await writeFile(path.join(folder.path, "pixel.png"), scenes.PNG);
    await writeFile(path.join(folder.path, "settings.ini"), `key = ${scenes.SECRET}\n`);
    const scope = { workspaceId: world.slugs.ours, personId: world.person("owner").id };
    const props: Props = { world, server, folder: folder.path, scope };
    const stories = await playStories(props);
    const played = await playScenes(props);
    const written = await writeEveryEvent(props);
    const recorded = [...stories, ...played, written];
    const findId = (title: string): string => recorded.find((trace) => trace.title === title)?.id ?? "";
    const life = await liveAsTeam(world, {
      shown: findId(nightlyTotals.title),
      erased: findId("To be erased"),
      removed: findId("To be removed"),
    });
    await eraseSome(props, findId("To be erased"));
    // Aggregates finished runs into usage spans.
    const period = { from: NOW - 60 * 24 * HOUR_MS, to: NOW, timeZone: "UTC" };
    await world.caller("owner").usage.get({ workspace: scope.workspaceId, ...period, by: "agent" });
    const people = {
      owner: world.person("owner"),
      admin: world.person("admin"),
      member: world.person("member"),
      viewer: world.person("viewer"),
    };
    return { workspace: scope.workspaceId, people, ...life, traces: recorded };
  } finally {
    await folder.remove();
    await server.close();
  }
}

async function playStories({ world, server, folder }: Props): Promise<readonly RecordedTrace[]> {
  const cast: Cast = {
    workspaceId: world.slugs.ours,
    slug: world.slugs.ours,
    people: new Map([
      ["owner", world.person("owner").id],
      ["jonas", world.person("admin").id],
      ["wei", world.person("member").id],
      ["sofia", world.person("viewer").id],
    ]),
  };
  const seenBy = { owner: "owner", jonas: "admin", wei: "member", sofia: "viewer" } as const;
  const stage: Stage = {
    database: world.database,
    vault: world.runtime.vault,
    server,
    cast,
    folder,
    now: NOW,
    speed: SPEED,
  };
  const recorded: RecordedTrace[] = [];
  for (const story of STORIES) {
    const traces = await playStory(story, stage);
    await annotate(story, { database: world.database, cast, trace: traces[0] });
    for (const trace of traces)
      recorded.push({
        id: trace.id,
        title: story.title,
        seenBy: story.shared === true ? "owner" : seenBy[story.by],
      });
  }
  return recorded;
}

async function playScenes(props: Props): Promise<readonly RecordedTrace[]> {
  const { world, server, folder, scope } = props;
  const recorded: RecordedTrace[] = [];
  let at = NOW - 20 * 24 * HOUR_MS;
  const play = async (scene: Scene): Promise<Trace> => {
    at += 7 * HOUR_MS;
    const stage: SceneStage = { database: world.database, server, scope, folder, at, speed: SPEED };
    const trace = await playScene(scene, stage);
    recorded.push({ id: trace.id, title: scene.title, seenBy: "owner" });
    return trace;
  };
  await play(scenes.waitsForFolder);
  await markWaiting(props);
  for (const scene of scenes.SCENES) await play(scene);
  await play(scenes.queued);

  const first = await play({ ...scenes.spilled, title: "A turn and a fork of it" });
  const origin = { traceId: first.id, sequence: first.lastSequence };
  const conversationId = first.conversationId ?? "";
  const next = { task: "And the second?", answers: scenes.handedOver.answers };
  await play({ ...next, title: "Its next turn", conversationId, origin: { ...origin, kind: "continues" } });
  await play({ ...next, title: "Its fork", origin: { ...origin, sequence: 3, kind: "forks" } });

  const deleted = await play({ ...scenes.spilled, title: "Deleted" });
  const heirOrigin = { traceId: deleted.id, sequence: deleted.lastSequence, kind: "continues" } as const;
  await play({
    ...next,
    title: "Its heir",
    conversationId: deleted.conversationId ?? "",
    origin: heirOrigin,
  });
  await world.database.traces.delete(scope, deleted.id);

  await play({ ...scenes.pictures, title: "To be erased" });
  await play({ ...scenes.killed, title: "To be removed" });
  return recorded.filter(({ id }) => id !== deleted.id);
}

/** Starts a worker without the folder, which marks the run as waiting for it. */
async function markWaiting({ world, server, folder, scope }: Props): Promise<void> {
  const { database } = world;
  const stage = { database, server, scope, folder, at: NOW, speed: SPEED };
  const ports = scenePorts(scenes.queued, stage);
  const worker = await startWorker({
    name: "fixture",
    ports,
    jobs: database.jobs,
    live: database.live,
    hasFolder: async () => false,
  });
  for (;;) {
    const { items } = await database.traces.list(
      scope,
      { statuses: ["waiting"] },
      { cursor: null, limit: 1 },
    );
    if (items.length > 0) break;
    await sleep(100);
  }
  await worker.stop();
}

async function writeEveryEvent({ world, scope }: Props): Promise<RecordedTrace> {
  const { trace, entries, blobs } = everyEvent(scope, NOW - 30 * 24 * HOUR_MS);
  await world.database.traces.create(scope, trace, entries, blobs);
  return { id: EVERY_EVENT_TRACE, title: "Every event there is", seenBy: "owner" };
}

/** Erases a message of each role and a few events; their sequences stay. */
async function eraseSome({ world, scope }: Props, id: string): Promise<void> {
  const { traces } = world.database;
  const entries = await traces.entries(scope, id, { after: 0 });
  const erased = new Set<string>();
  for (const entry of entries) {
    const kind = entry.kind === "message" ? entry.role : entry.type;
    if (erased.has(kind) || kind === "call.started") continue;
    erased.add(kind);
    await traces.erase(scope, id, entry.sequence);
  }
}
