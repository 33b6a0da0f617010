import { type ModelProfile, newRun, run, type RunPorts } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createFixedEnvironments } from "@goaltrace/core/in-memory";
import type { ContentPart, LogOrigin, Trace, TraceLimits, Update } from "@goaltrace/core/log";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import { createOpenAiClient } from "@goaltrace/core/openai";
import type { Blob, Claimed, Redactor, Scope } from "@goaltrace/core/ports";
import { projectContextSource } from "@goaltrace/core/project-context";
import type { SignalBody } from "@goaltrace/core/signals";
import { createSystemIds } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createToolSet } from "@goaltrace/core/tools";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import { builtInTools, nodeHash, readProjectContext } from "@goaltrace/tools";
import type { Database } from "@goaltrace/db";
import type { StoryServer } from "../../../prisma/seed/model-server.ts";
import { createStoryClock } from "../../../prisma/seed/story-clock.ts";
import type { Answer } from "../../../prisma/seed/story.ts";
import { noisyTool } from "./noisy-tool.ts";

export type SceneStage = {
  readonly database: Database;
  readonly server: StoryServer;
  readonly scope: Scope;
  readonly folder: string;
  /** The time of the scene, in milliseconds since the epoch. */
  readonly at: number;
  readonly speed: number;
};

/** A run that the seed's stories do not cover: with images, limits, secrets, a pin, a worker that leaves. */
export type Scene = {
  readonly title: string;
  readonly task: string;
  readonly parts?: readonly ContentPart[];
  readonly blobs?: readonly Blob[];
  readonly answers: readonly Answer[];
  readonly summary?: Answer;
  /** Models in order; a model's own answers override those of the scene. */
  readonly models?: readonly (Partial<ModelProfile> & { readonly answers?: readonly Answer[] })[];
  readonly limits?: Partial<TraceLimits>;
  readonly origin?: LogOrigin;
  readonly conversationId?: string;
  readonly projectFolder?: string | null;
  readonly tags?: readonly string[];
  readonly secret?: string;
  readonly denies?: string;
  /** Sent before the run is claimed. */
  readonly signals?: readonly SignalBody[];
  /** Releases the worker after this many answers; another continues. */
  readonly releasedAt?: number;
  /** The process dies after this many answers, each time; with several deaths, the run is not claimed after the last. */
  readonly diesAt?: readonly number[];
  /** Leaves the run `queued`. */
  readonly isLeft?: boolean;
};

const LEASE_MS = 60_000;
const PRICE = { input: 1, cachedInput: 0.1, output: 4 };

/** Plays the scene through the real runtime and returns its trace. */
export async function playScene(scene: Scene, stage: SceneStage): Promise<Trace> {
  const { database, scope } = stage;
  const ports = scenePorts(scene, stage);
  const conversationId = scene.conversationId ?? (await newConversation(scene, stage));
  const newTrace = newRun(
    {
      scope,
      conversationId,
      text: scene.task,
      ...(scene.parts === undefined ? {} : { parts: scene.parts }),
      ...(scene.blobs === undefined ? {} : { blobs: scene.blobs }),
      agent: { ...generalAgent, limits: { ...generalAgent.limits, ...scene.limits } },
      models: sceneModels(scene).map((model) => model.reference),
      projectFolder: scene.projectFolder === undefined ? stage.folder : scene.projectFolder,
      origin: scene.origin ?? null,
      ...(scene.tags === undefined ? {} : { tags: scene.tags }),
    },
    { ...ports, redactor: createRedactor(scene) },
  );
  await database.traces.create(scope, newTrace.trace, newTrace.entries, newTrace.blobs);
  const { id } = newTrace.trace;
  for (const signal of scene.signals ?? [])
    await database.signals.insert(scope, {
      ...signal,
      id: ports.ids.next(),
      traceId: id,
      personId: scope.personId,
      at: ports.clock.now(),
    });
  if (scene.isLeft !== true) {
    for (const after of scene.diesAt ?? []) await die(stage, ports, { id, after });
    if (scene.releasedAt !== undefined) await execute(stage, ports, { id, leavesAt: scene.releasedAt });
    if (scene.diesAt === undefined || scene.diesAt.length === 1) await execute(stage, ports, { id });
  }
  const trace = await database.traces.get(scope, id);
  if (trace === undefined) throw new Error(`Missing run of "${scene.title}".`);
  return trace;
}

/** Runs a claimed trace to its end, or until its worker is released after `leavesAt` answers. */
async function execute(
  { database }: SceneStage,
  ports: RunPorts,
  how: { readonly id: string; readonly leavesAt?: number },
): Promise<void> {
  const claimed = await claim(database, how.id);
  const release = new AbortController();
  const count = countAnswers();
  await executeClaimedTrace({
    ...claimed,
    ports,
    live: database.live,
    release: release.signal,
    onUpdate: (update) => {
      if (count(update) === how.leavesAt) release.abort();
    },
  });
}

/** Simulates a killed process: nothing after `after` answers reaches the log. */
async function die(
  { database }: SceneStage,
  ports: RunPorts,
  how: { readonly id: string; readonly after: number },
): Promise<void> {
  const claimed = await claim(database, how.id);
  const count = countAnswers();
  let answers = 0;
  const mortal: RunPorts = {
    ...ports,
    traces: {
      ...ports.traces,
      append: async (batch) => {
        if (answers >= how.after) return await new Promise<never>(() => undefined);
        await ports.traces.append(batch);
      },
    },
  };
  for await (const update of run({ ...claimed, ports: mortal })) {
    answers = count(update);
    if (answers >= how.after) break;
  }
  await database.pool.query("update trace set lease_until = now() - interval '1 minute' where id = $1", [
    how.id,
  ]);
}

async function claim(database: Database, id: string): Promise<Claimed> {
  const claimed = await database.traces.claim({ owner: "fixture", leaseMs: LEASE_MS, only: id });
  if (claimed === undefined) throw new Error(`Run ${id} could not be claimed.`);
  return claimed;
}

function countAnswers(): (update: Update) => number {
  let answers = 0;
  return (update) => {
    if (update.kind === "entry" && update.entry.kind === "message" && update.entry.role === "assistant")
      answers += 1;
    return answers;
  };
}

async function newConversation(scene: Scene, { database, scope, at }: SceneStage): Promise<string> {
  const id = createSystemIds(createStoryClock(at, 1)).next();
  await database.conversations.create(scope, {
    ...{ id, personId: scope.personId, title: scene.title, pinned: false, shared: true },
    ...{ folderId: null, model: null, createdAt: at, updatedAt: at },
  });
  return id;
}

function sceneModels(scene: Scene): readonly (ModelProfile & { readonly answers?: readonly Answer[] })[] {
  return (scene.models ?? [{}]).map((model, index) => ({
    reference: `fixture/model-${index + 1}`,
    wireName: `model-${index + 1}`,
    contextWindow: 64_000,
    price: PRICE,
    quirks: "default",
    label: `Model ${index + 1}`,
    scripted: false,
    ...model,
  }));
}

/** The ports of a scene's worker. */
export function scenePorts(scene: Scene, stage: SceneStage): RunPorts {
  const { database, server, at, speed } = stage;
  const clock = createStoryClock(at, speed);
  const clients = sceneModels(scene).map(({ answers, ...profile }) =>
    createOpenAiClient({
      profile,
      baseUrl: server.tell({ answers: answers ?? scene.answers, summary: scene.summary }),
      apiKey: "fixture",
      clock,
      firstByteMs: 30_000 * speed,
      idleMs: 30_000 * speed,
    }),
  );
  const silent = (): void => undefined;
  const { denies } = scene;
  return {
    traces: database.traces,
    blobs: database.blobs,
    signals: database.signals,
    environments: createFixedEnvironments({
      models: createModelDirectory([
        async (_, reference) => clients.find((client) => client.profile.reference === reference),
      ]),
      tools: createToolSet([...builtInTools(), noisyTool]),
      permission: {
        decide: async ({ tool }) =>
          tool === denies
            ? { effect: "deny", by: "default", reason: "Nobody may do this here" }
            : { effect: "allow" },
      },
      redactor: createRedactor(scene),
      sources: [
        projectContextSource(
          async (folder) =>
            await readProjectContext(folder, {
              ascend: false,
              home: null,
              forbiddenFolders: [],
              allowsUncommitted: true,
            }),
        ),
      ],
      forbiddenFolders: [],
    }),
    tokenizer: createTokenizer(),
    clock,
    ids: createSystemIds(clock),
    random: { next: () => 0.5 },
    hash: nodeHash,
    logger: { info: silent, warn: silent, error: silent },
  };
}

function createRedactor({ secret }: Scene): Redactor {
  return {
    redact: (text) => (secret === undefined ? text : text.replaceAll(secret, "[secret]")),
    pendingSuffixLength: () => 0,
  };
}
