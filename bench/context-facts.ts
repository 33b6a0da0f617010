import { createHash } from "node:crypto";
import { logTools } from "@goaltrace/core";
import {
  type ReplayStep,
  replayTranscript,
  type TranscriptMessage,
  windowBudget,
} from "@goaltrace/core/compaction";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createToolSet } from "@goaltrace/core/tools";
import { checkView, collectOutputs, noViolations } from "../packages/core/src/testing/check-view.ts";
import { searchTwice } from "./search-twice.ts";
import { findEntities } from "../packages/core/src/testing/entities.ts";
import { summarizers } from "../packages/core/src/testing/summarizers.ts";
import { trackState } from "../packages/core/src/testing/track-state.ts";

/** Prices of cached tokens and of written tokens, as shares of a fresh input token. */
const CACHED_SHARE = 0.1;
const WRITTEN_SHARE = 4;
const UNBOUNDED = 100_000_000;
/** A fact is fresh if it was last seen at most this many messages ago. */
const FRESH_MESSAGES = 2;
/** Every how many steps the agent is asked for all facts that it will need later. */
const PROBE_STEPS = 10;
/** Tokens of a call that reads an original again, and of the page that it returns. */
const RECOVERY_CALL_TOKENS = 40;
const RECOVERY_PAGE_TOKENS = 1_000;

export type ContextPolicy = "ours" | "truncation" | "clear each step" | "summary only" | "no compaction";

const OVERRIDES = {
  ours: {},
  "no compaction": {},
  "summary only": { clearAbove: UNBOUNDED },
  "clear each step": { clearAbove: 0, clearFrees: 1, clearLastsSteps: 0 },
} as const;

/** Where used facts were when they were needed; counts. */
export type FactCounts = { used: number; inContext: number; byId: number; bySearch: number; lost: number };

/** Figures of one session under one policy. */
export type ContextFigures = {
  readonly steps: number;
  readonly fresh: FactCounts;
  readonly used: FactCounts;
  /** Facts asked for at every tenth step. */
  readonly probe: FactCounts;
  /** Characters of results, and how many of them the first request after each showed. */
  readonly arrived: { characters: number; shown: number };
  readonly breaks: number;
  readonly summaries: number;
  /** Minimum number of steps between two summaries; Infinity with fewer than two. */
  readonly distance: number;
  /** The used facts of each answer. */
  readonly answers: readonly FactCounts[];
  /** Price of all requests, with cache and with the extra steps of recovery. */
  readonly cost: number;
  readonly violations: number;
};

/** Computes a value when it is first needed. */
function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => (known ??= { value: compute() }).value;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const tokenizer = createTokenizer();
const tools = createToolSet(logTools());
const noFacts = (): FactCounts => ({ used: 0, inContext: 0, byId: 0, bySearch: 0, lost: 0 });

/** Facts that one request shows, and the tokens of its parts. */
type Shown = {
  readonly has: (entity: string) => boolean;
  readonly tokens: number;
  readonly cached: number;
  readonly written: number;
  /** Returns true if an id of the summary leads to a fact: that of the archive. */
  readonly archives: (entity: string) => boolean;
  /** Returns true if the agent finds a fact by two searches. */
  readonly finds: (entity: string) => boolean;
};

/** Measures one session under one policy. */
export async function measureContext(
  messages: readonly TranscriptMessage[],
  options: { readonly policy: ContextPolicy; readonly window: number; readonly summarizer: string },
): Promise<ContextFigures> {
  const session = readSession(messages);
  const meter = createMeter(session);
  if (options.policy === "truncation") {
    truncate(session, options.window, meter);
    return meter.figures();
  }
  const window = options.policy === "no compaction" ? UNBOUNDED : options.window;
  const violations = noViolations();
  const outputs = collectOutputs(messages);
  const replayed = createReplayed(session);
  await replayTranscript(messages, {
    window,
    overrides: OVERRIDES[options.policy],
    tokenizer,
    tools,
    sha256,
    summarize: async (view) => (await summarizers[options.summarizer]?.(view)) ?? "",
    deriveState: trackState(),
    onStep: (step) => {
      if (options.policy === "ours") checkView(step, { window, outputs }, violations);
      const read = once(() => findEntities(searchTwice(step, options.window)));
      meter.add({ ...replayed.show(step), finds: (entity) => read().has(entity) });
      if (step.compacted) meter.countBreak();
      const { shown, characters } = replayed.arrivals(step);
      meter.countArrival(characters, shown);
      if (replayed.isSummarized(step)) meter.countSummary();
    },
  });
  return { ...meter.figures(), violations: Object.values(violations).flat().length };
}

/** A transcript with the facts of each message and where they came from. */
type Session = {
  readonly messages: readonly TranscriptMessage[];
  readonly texts: readonly string[];
  readonly facts: readonly ReadonlySet<string>[];
  readonly instructions: number;
};

function readSession(messages: readonly TranscriptMessage[]): Session {
  const instructions = messages
    .filter(({ role }) => role === "system")
    .map(messageText)
    .join("\n\n");
  const rest = messages.filter(({ role }) => role !== "system");
  const texts = rest.map(messageText);
  return {
    messages: rest,
    texts,
    facts: texts.map(findEntities),
    instructions: tokenizer.count(instructions),
  };
}

function messageText({ content, tool_calls: calls = [] }: TranscriptMessage): string {
  const values = calls.map((call) => JSON.parse(call.function.arguments) as unknown);
  const text =
    typeof content === "string"
      ? content
      : content === undefined || content === null
        ? ""
        : JSON.stringify(content);
  return [text, ...values.flatMap(leaves)].join("\n");
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return [String(value)];
}

type Meter = {
  add(shown: Shown): void;
  countBreak(): void;
  countSummary(): void;
  countArrival(characters: number, shown: number): void;
  figures(): ContextFigures;
};

/** Counts, answer by answer, where the facts that the answer uses were. */
function createMeter({ messages, facts, texts }: Session): Meter {
  const answers = messages.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  const lastUse = new Map<string, number>();
  for (const index of answers) for (const fact of facts[index] ?? []) lastUse.set(fact, index);
  /** For each fact seen so far: its newest message, and the calls whose results contain it. */
  const seen = new Map<string, { last: number; readonly ids: Set<string> }>();
  let read = 0;
  let steps = 0;
  let breaks = 0;
  let cost = 0;
  const summaries: number[] = [];
  const perAnswer: FactCounts[] = [];
  const fresh = noFacts();
  const used = noFacts();
  const probe = noFacts();
  const arrived = { characters: 0, shown: 0 };
  const place = (fact: string, shown: Shown): keyof FactCounts =>
    shown.has(fact)
      ? "inContext"
      : [...(seen.get(fact)?.ids ?? [])].some(shown.has) || shown.archives(fact)
        ? "byId"
        : shown.finds(fact)
          ? "bySearch"
          : "lost";
  const count = (counts: FactCounts, where: keyof FactCounts): void => {
    counts.used += 1;
    counts[where] += 1;
  };
  return {
    add(shown) {
      const answer = answers[steps] ?? 0;
      for (; read < answer; read += 1) {
        const message = messages[read];
        if (message?.role === "assistant") continue;
        for (const fact of facts[read] ?? []) {
          const entry = seen.get(fact) ?? { last: 0, ids: new Set() };
          entry.last = read;
          if (message?.role === "tool") {
            entry.ids.add(message.tool_call_id ?? "").add(sha256(texts[read] ?? "").slice(0, 16));
          }
          seen.set(fact, entry);
        }
      }
      const recovered = new Set<string>();
      const own = noFacts();
      perAnswer.push(own);
      for (const fact of facts[answer] ?? []) {
        const entry = seen.get(fact);
        if (entry === undefined) continue;
        const where = place(fact, shown);
        count(used, where);
        count(own, where);
        if (answer - entry.last <= FRESH_MESSAGES) count(fresh, where);
        if (where === "byId") recovered.add([...entry.ids].findLast(shown.has) ?? "archive");
        if (where === "bySearch") recovered.add("first search").add("second search");
      }
      if (steps % PROBE_STEPS === 0)
        for (const [fact] of seen) if ((lastUse.get(fact) ?? -1) >= answer) count(probe, place(fact, shown));
      cost += shown.cached * CACHED_SHARE + (shown.tokens - shown.cached) + shown.written * WRITTEN_SHARE;
      const recovery =
        shown.tokens * CACHED_SHARE + RECOVERY_CALL_TOKENS * WRITTEN_SHARE + RECOVERY_PAGE_TOKENS;
      cost += recovered.size * recovery;
      steps += 1;
    },
    countBreak: () => void (breaks += 1),
    countSummary: () => void summaries.push(steps),
    countArrival(characters, shown) {
      arrived.characters += characters;
      arrived.shown += shown;
    },
    figures: () => ({
      answers: perAnswer,
      ...{ steps, fresh, used, probe, arrived, breaks, cost, violations: 0 },
      summaries: summaries.length,
      distance: Math.min(...summaries.slice(1).map((step, index) => step - (summaries[index] ?? 0))),
    }),
  };
}

/** Shows the newest messages that fit below the limit at which we would summarize. */
function truncate({ messages, texts, facts, instructions }: Session, window: number, meter: Meter): void {
  const limit = windowBudget(window).summariseAbove;
  const tokens = texts.map((text) => tokenizer.count(text) + 4);
  let start = 0;
  let before = 0;
  for (const [index, { role }] of messages.entries()) {
    if (role !== "assistant") continue;
    const first = start;
    const sum = (): number =>
      tokens.slice(start, index).reduce((total, count) => total + count, instructions);
    while (start < index - 1 && (sum() > limit || messages[start]?.role === "tool")) start += 1;
    const shownFacts = new Set(facts.slice(start, index).flatMap((set) => [...set]));
    const now = sum();
    if (first !== start) meter.countBreak();
    meter.add({
      has: (entity) => shownFacts.has(entity),
      tokens: now,
      cached: first === start ? before : instructions,
      written: 0,
      archives: () => false,
      finds: () => false,
    });
    before = now;
  }
}

function createReplayed({ texts, messages }: Session): {
  show(step: ReplayStep): Omit<Shown, "finds">;
  arrivals(step: ReplayStep): { readonly characters: number; readonly shown: number };
  isSummarized(step: ReplayStep): boolean;
} {
  const cache = new WeakMap<object, ReadonlySet<string>>();
  let head: readonly [number, ReadonlySet<string>] = [0, new Set()];
  let archive: ReadonlySet<string> = new Set();
  let previous = 0;
  let seen = 0;
  let arrivedUpTo = 0;
  let summaries = 0;
  const originals = new Map(
    messages.flatMap((message, index) =>
      message.role === "tool" ? [[message.tool_call_id ?? "", texts[index] ?? ""] as const] : [],
    ),
  );
  const entitiesOf = (item: ReplayStep["view"]["items"][number]): ReadonlySet<string> => {
    const known = cache.get(item) ?? findEntities(item.placeholder ?? itemText(item.message));
    cache.set(item, known);
    return known;
  };
  return {
    show({ view, blobs, tail, fixedTokens, compacted, entries }) {
      if (view.head !== null && head[0] !== view.head.sequence) {
        const texts = [view.head.markerBlob, view.head.attachmentsBlob, view.head.summaryBlob];
        archive = findEntities(blobs.get(view.head.archiveBlob ?? "") ?? "");
        head = [view.head.sequence, findEntities(texts.map((hash) => blobs.get(hash) ?? "").join("\n"))];
      }
      const parts = [head[1], findEntities(tail ?? ""), ...view.items.map(entitiesOf)];
      const tailTokens = tail === null ? 0 : tokenizer.count(tail);
      const front = fixedTokens - tailTokens;
      const tokens = fixedTokens + (view.head?.tokens ?? 0) + view.tokens;
      const unbroken =
        view.head?.sequence === view.sequence
          ? 0
          : (view.head?.tokens ?? 0) +
            view.items.slice(0, view.brokenAt).reduce((sum, item) => sum + item.tokens, 0);
      const cached = compacted ? front + unbroken : previous;
      previous = tokens - tailTokens;
      let written = 0;
      for (const entry of entries.slice(seen)) {
        if (entry.kind !== "event" || entry.type !== "compaction.finished" || entry.data.source !== "model")
          continue;
        // A summary reads what is cached and writes.
        written += entry.data.headTokens.summary + (entry.data.beforeTokens * CACHED_SHARE) / WRITTEN_SHARE;
      }
      seen = entries.length;
      return {
        ...{ tokens, cached, written },
        has: (entity) => parts.some((set) => set.has(entity)),
        archives: (entity) => archive.has(entity),
      };
    },
    arrivals({ view, entries }) {
      const spilled = new Map<string, number>();
      let characters = 0;
      let shown = 0;
      const visible = new Map(view.items.map((item) => [item.message.sequence, item]));
      for (const entry of entries.slice(arrivedUpTo)) {
        if (entry.kind === "event" && entry.type === "result.spilled")
          spilled.set(entry.data.toolCallId, entry.data.shownCharacters);
        if (entry.kind !== "message" || entry.role !== "tool") continue;
        const original = originals.get(entry.toolCallId)?.length ?? 0;
        const item = visible.get(entry.sequence);
        characters += original;
        if (item !== undefined && item.placeholder === null)
          shown += spilled.get(entry.toolCallId) ?? original;
      }
      arrivedUpTo = entries.length;
      return { characters, shown };
    },
    isSummarized({ view }) {
      const now = view.head?.sequence ?? 0;
      const is = now !== summaries;
      summaries = now;
      return is;
    },
  };
}

function itemText(message: ReplayStep["view"]["items"][number]["message"]): string {
  switch (message.role) {
    case "user":
      return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    case "assistant":
      return messageText({
        role: "assistant",
        content: message.text,
        tool_calls: message.toolCalls.map((call) => ({
          id: call.id,
          function: { name: call.name, arguments: call.arguments },
        })),
      });
    case "tool":
      return message.output;
  }
}
