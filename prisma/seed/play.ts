import { setTimeout } from "node:timers/promises";
import { type ModelClient, newRun, run, type RunPorts } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import type { Entry, EventOf, LogOrigin, Trace } from "@goaltrace/core/log";
import { createOpenAiClient } from "@goaltrace/core/openai";
import type { AppendBatch, Claimed, Clock, Scope } from "@goaltrace/core/ports";
import type { SignalBody } from "@goaltrace/core/signals";
import { createSystemIds } from "@goaltrace/core/system";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import type { Database } from "@goaltrace/db";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createRuntime, readFileRules, type Runtime } from "@goaltrace/host";
import type { Vault } from "@goaltrace/tools";
import type { Cast } from "./people.ts";
import type { StoryServer } from "./model-server.ts";
import { createStoryClock } from "./story-clock.ts";
import type { Story, StoryModel, Turn } from "./story.ts";

export type Stage = {
  readonly database: Database;
  readonly vault: Vault;
  readonly server: StoryServer;
  readonly cast: Cast;
  readonly folder: string;
  /** The start time of the seed in milliseconds since the epoch. */
  readonly now: number;
  readonly speed: number;
};

const HOUR_MS = 3_600_000;
const LEASE_MS = 60_000;
const POLL_MS = 200;
const TURN_GAP_MS = 240_000;
/** The minimum time for which the person reads an answer. */
const READING_MS = 30_000;

/** Dollars per million tokens; the local model has no price, so its cost stays unknown. */
const MODELS: Record<
  StoryModel,
  { readonly label: string; readonly price: ModelClient["profile"]["price"]; readonly window: number }
> = {
  "atlas/large": {
    label: "Atlas Large (story)",
    price: { input: 2.5, cachedInput: 0.25, output: 10 },
    window: 128_000,
  },
  "atlas/mini": {
    label: "Atlas Mini (story)",
    price: { input: 0.15, cachedInput: 0.03, output: 0.6 },
    window: 64_000,
  },
  "local/heron": { label: "Heron (story)", price: null, window: 16_000 },
};

/** Plays the turns of a story through the real runtime in story time; returns the traces in order. */
export async function playStory(story: Story, stage: Stage): Promise<readonly Trace[]> {
  const { database, cast } = stage;
  const scope: Scope = { workspaceId: cast.workspaceId, personId: cast.people.get(story.by) ?? "" };
  const startsAt = stage.now - story.hoursAgo * HOUR_MS;
  const conversationId = createSystemIds(createStoryClock(startsAt, 1)).next();
  await database.conversations.create(scope, {
    id: conversationId,
    personId: scope.personId,
    title: story.title,
    pinned: false,
    shared: story.shared ?? false,
    folderId: null,
    model: null,
    createdAt: startsAt,
    updatedAt: startsAt,
  });
  const traces: Trace[] = [];
  let at = startsAt;
  for (const turn of story.turns) {
    const clock = createStoryClock(at, stage.speed);
    traces.push(
      await playTurn({ story, turn, stage, scope, conversationId, clock, previous: traces.at(-1) }),
    );
    at = Math.max(at + TURN_GAP_MS, clock.now() + READING_MS);
  }
  return traces;
}

type Performance = {
  readonly story: Story;
  readonly turn: Turn;
  readonly stage: Stage;
  readonly scope: Scope;
  readonly conversationId: string;
  readonly clock: Clock;
  readonly previous: Trace | undefined;
};

async function playTurn(performance: Performance): Promise<Trace> {
  const { story, turn, stage, scope, previous } = performance;
  const { database } = stage;
  const runtime = openStage(performance);
  const { ports } = runtime;
  const origin: LogOrigin | null =
    previous === undefined
      ? null
      : { kind: "continues", traceId: previous.id, sequence: previous.lastSequence };
  const made = newRun(
    {
      scope,
      conversationId: performance.conversationId,
      text: turn.task,
      agent: {
        ...generalAgent,
        limits: { ...generalAgent.limits, maxSteps: turn.maxSteps ?? generalAgent.limits.maxSteps },
      },
      models: [story.model],
      projectFolder: stage.folder,
      origin,
      goalId: previous?.currentGoalId ?? undefined,
    },
    { ...ports, redactor: await runtime.getRedactor(scope.workspaceId) },
  );
  await database.traces.create(scope, made.trace, made.entries, made.blobs);
  if (turn.diesAt !== undefined) await dieAt(turn.diesAt, { made, ports, database });
  const claimed = await database.traces.claim({ owner: "seed", leaseMs: LEASE_MS, only: made.trace.id });
  if (claimed === undefined) {
    // A worker of this database claimed the run first. It does not have the story's model, so the turn is played again.
    await database.traces.delete(scope, made.trace.id);
    return await playTurn(performance);
  }
  let answers = 0;
  let question: EventOf<"question.asked"> | undefined;
  const onEntry = (entry: Entry): void => {
    if (entry.kind === "event" && entry.type === "question.asked") question = entry;
    if (entry.kind !== "message" || entry.role !== "assistant" || entry.traceId !== made.trace.id) return;
    answers += 1;
    if (answers === turn.cancelsAt)
      void ask(performance, {
        traceId: made.trace.id,
        body: { kind: "cancel", payload: { reason: "Wrong folder, I start again" } },
      });
    if (answers === turn.compactsAt?.step)
      void ask(performance, {
        traceId: made.trace.id,
        body: { kind: "compact", payload: { focus: turn.compactsAt.focus } },
      });
  };
  const execute = async (part: Claimed): Promise<void> => {
    await executeClaimedTrace({
      ...{ ...part, ports, live: database.live, release: new AbortController().signal },
      onUpdate: (update) => {
        if (update.kind === "entry") onEntry(update.entry);
      },
    });
  };
  await execute(claimed);
  if (question !== undefined) {
    // The person ends a run or sub-agent that asks what it should do instead of repeating itself.
    const { questionId, choices } = question.data;
    const payload = { questionId, text: choices.at(-1) ?? "" };
    // Not announced before the claim: a worker that hears of the answer would take the run, but it does not have the story's model.
    await store(performance, { traceId: question.traceId, body: { kind: "answer", payload } });
    const rest = await database.traces.claim({ owner: "seed", leaseMs: LEASE_MS, only: made.trace.id });
    if (rest === undefined) return await playAgain(performance, made.trace.id);
    database.live.publish({ kind: "signalled", traceId: question.traceId });
    await execute(rest);
  }
  const trace = await database.traces.get(scope, made.trace.id);
  if (trace === undefined) throw new Error("A run of the seed is gone.");
  return trace;
}

/** Plays a turn again whose run a worker of this database took, when that has failed with it. */
async function playAgain(performance: Performance, traceId: string): Promise<Trace> {
  const { scope, stage } = performance;
  const { traces } = stage.database;
  for (;;) {
    const trace = await traces.get(scope, traceId);
    if (trace?.status === "failed") break;
    await setTimeout(POLL_MS);
  }
  await traces.delete(scope, traceId);
  return await playTurn(performance);
}

type Message = { readonly traceId: string; readonly body: SignalBody };

async function store({ stage, scope, clock }: Performance, { traceId, body }: Message): Promise<void> {
  const id = createSystemIds(clock).next();
  const signal = { ...body, id, traceId, personId: scope.personId, at: clock.now() };
  await stage.database.signals.insert(scope, signal);
}

async function ask(performance: Performance, message: Message): Promise<void> {
  await store(performance, message);
  performance.stage.database.live.publish({ kind: "signalled", traceId: message.traceId });
}

/** Simulates a killed process: from the start of the tool on, nothing reaches the log. */
async function dieAt(
  tool: string,
  {
    made,
    ports,
    database,
  }: { readonly made: { readonly trace: Trace }; readonly ports: RunPorts; readonly database: Database },
): Promise<void> {
  const claimed = await database.traces.claim({ owner: "seed-lost", leaseMs: LEASE_MS, only: made.trace.id });
  if (claimed === undefined) return;
  let dead = false;
  const mortal: RunPorts = {
    ...ports,
    traces: {
      ...ports.traces,
      append: async (batch: AppendBatch) => {
        if (dead) return await new Promise(() => undefined);
        await ports.traces.append(batch);
        dead = batch.entries.some(
          (entry) => entry.kind === "event" && entry.type === "tool.started" && entry.data.toolName === tool,
        );
      },
    },
  };
  for await (const update of run({ ...claimed, ports: mortal })) {
    if (dead && update.kind === "entry") break;
  }
  await database.pool.query("update trace set lease_until = now() - interval '1 minute' where id = $1", [
    made.trace.id,
  ]);
}

/** Creates the product's runtime in story time, with the story's model instead of the configured ones. */
function openStage({ story, turn, stage, clock }: Performance): Runtime {
  const { database, vault, server, speed } = stage;
  const { label, price, window } = MODELS[story.model];
  const client = createOpenAiClient({
    profile: {
      reference: story.model,
      wireName: story.model.split("/")[1] ?? story.model,
      contextWindow: window,
      price,
      quirks: "default",
      label,
      scripted: false,
    },
    baseUrl: server.tell(turn),
    apiKey: "story",
    clock,
    // Real-time limits must stay generous on a busy machine, whatever the speed of the story.
    firstByteMs: 30_000 * speed,
    idleMs: 30_000 * speed,
  });
  const silent = (): void => undefined;
  const runtime = createRuntime(
    { database, vault, tokenizer: createTokenizer() },
    {
      logger: { info: silent, warn: silent, error: (message, fields) => console.error(message, fields) },
      secretVariables: {},
      modelVariables: {},
      forbiddenFolders: [],
      files: readFileRules({}, null),
      // No one is there to decide about the calls of a story.
      policy: { mode: "auto", rules: [] },
      clock,
      modelSources: [async (_, reference) => (reference === story.model ? client : undefined)],
    },
  );
  return { ...runtime, ports: { ...runtime.ports, random: { next: () => 0.5 } } };
}
