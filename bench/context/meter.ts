import { createHash } from "node:crypto";
import { type FactCounts, noFacts } from "./fact-counts.ts";
import type { Session } from "./session.ts";

/** Prices of cached tokens and of written tokens, as shares of a fresh input token. */
export const CACHED_SHARE = 0.1;
export const WRITTEN_SHARE = 4;
/** A fact is fresh if it was last seen at most this many messages ago. */
const FRESH_MESSAGES = 2;
/** Every how many steps the agent is asked for all facts that it will need later. */
const PROBE_STEPS = 10;
/** Tokens of a call that reads an original again, and of the page that it returns. */
const RECOVERY_CALL_TOKENS = 40;
const RECOVERY_PAGE_TOKENS = 1_000;

/** The price of a session in fresh input tokens, by the reason why tokens are paid for. */
export type Costs = {
  /** Read again from the cache. */
  cached: number;
  /** Read for the first time. */
  fresh: number;
  /** Read again in full after the front of the request changed. */
  broken: number;
  /** The plan and todos after the history, in full with each request. */
  tail: number;
  /** Summaries, of failed ones too. */
  summaries: number;
  /** Extra steps that read originals again. */
  recovery: number;
};

const noCosts = (): Costs => ({ cached: 0, fresh: 0, broken: 0, tail: 0, summaries: 0, recovery: 0 });

/** Returns the price of everything. */
export function sumCosts(costs: Costs): number {
  return Object.values(costs).reduce((sum, part) => sum + part, 0);
}

/** Figures of one session under one policy. */
export type ContextFigures = {
  readonly steps: number;
  /** Tokens of the largest request. */
  readonly peak: number;
  readonly fresh: FactCounts;
  readonly used: FactCounts;
  /** Facts asked for at every tenth step. */
  readonly probe: FactCounts;
  /** Characters of results, and how many of them the first request after each showed. */
  readonly arrived: { readonly characters: number; readonly shown: number };
  readonly breaks: number;
  readonly summaries: number;
  /** Minimum number of steps between two summaries; Infinity with fewer than two. */
  readonly distance: number;
  /** Extra steps that an agent needs to read used facts again that the request did not contain. */
  readonly recoverySteps: number;
  /** The used facts of each answer. */
  readonly answers: readonly FactCounts[];
  readonly costs: Costs;
  /** Lines of all ledgers, and how many of them were dropped. */
  readonly ledger: { readonly lines: number; readonly dropped: number };
  /** Facts noted of goals that closed, at each summary, and how many of them the view then showed. */
  readonly noted: { readonly facts: number; readonly shown: number };
  readonly violations: number;
};

/** The facts that one request shows, and the tokens of its parts. */
export type Shown = {
  readonly has: (entity: string) => boolean;
  /** Tokens of the request; those of the tail are part of it. */
  readonly tokens: number;
  readonly tail: number;
  readonly cached: number;
  /** Tokens that the cache would have held if the front had not changed. */
  readonly broken: number;
  /** Returns true if an id of the summary leads to a fact: that of the archive. */
  readonly archives: (entity: string) => boolean;
  /** Returns true if the agent finds a fact by two searches. */
  readonly finds: (entity: string) => boolean;
};

export type MeterFigures = Pick<
  ContextFigures,
  "steps" | "peak" | "fresh" | "used" | "probe" | "recoverySteps" | "answers" | "costs"
>;

/** Counts, answer by answer, where the facts that the answer uses were. */
export function createMeter({ messages, facts, texts }: Session): {
  add(shown: Shown): void;
  figures(): MeterFigures;
} {
  const answers = messages.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  const lastUse = new Map<string, number>();
  for (const index of answers) for (const fact of facts[index] ?? []) lastUse.set(fact, index);
  const seen = createSeen({ messages, facts, texts });
  let steps = 0;
  let peak = 0;
  let recoverySteps = 0;
  const perAnswer: FactCounts[] = [];
  const [fresh, used, probe] = [noFacts(), noFacts(), noFacts()];
  const costs = noCosts();
  return {
    add(shown) {
      const answer = answers[steps] ?? 0;
      seen.readUpTo(answer);
      const recovered = new Set<string>();
      const own = noFacts();
      perAnswer.push(own);
      for (const fact of facts[answer] ?? []) {
        const last = seen.lastOf(fact);
        if (last === undefined) continue;
        const { where, by } = seen.place(fact, shown);
        for (const counts of [used, own, ...(answer - last <= FRESH_MESSAGES ? [fresh] : [])])
          count(counts, where);
        for (const step of by) recovered.add(step);
      }
      if (steps % PROBE_STEPS === 0)
        for (const fact of seen.facts())
          if ((lastUse.get(fact) ?? -1) >= answer) count(probe, seen.place(fact, shown).where);
      addCosts(costs, shown, recovered.size);
      recoverySteps += recovered.size;
      peak = Math.max(peak, shown.tokens);
      steps += 1;
    },
    figures: () => ({ steps, peak, fresh, used, probe, recoverySteps, answers: perAnswer, costs }),
  };
}

function count(counts: FactCounts, where: keyof FactCounts): void {
  counts.used += 1;
  counts[where] += 1;
}

function addCosts(costs: Costs, shown: Shown, recoverySteps: number): void {
  costs.cached += shown.cached * CACHED_SHARE;
  costs.tail += shown.tail;
  costs.broken += shown.broken;
  costs.fresh += shown.tokens - shown.cached - shown.tail - shown.broken;
  costs.recovery +=
    recoverySteps *
    (shown.tokens * CACHED_SHARE + RECOVERY_CALL_TOKENS * WRITTEN_SHARE + RECOVERY_PAGE_TOKENS);
}

type Place = {
  readonly where: "inContext" | "byId" | "bySearch" | "lost";
  /** The extra steps that lead to it. */
  readonly by: readonly string[];
};

/** The facts of people and results read so far: the newest message of each, and the ids that lead to it. */
function createSeen({ messages, facts, texts }: Pick<Session, "messages" | "facts" | "texts">): {
  readUpTo(index: number): void;
  lastOf(fact: string): number | undefined;
  facts(): Iterable<string>;
  place(fact: string, shown: Shown): Place;
} {
  const seen = new Map<string, { last: number; readonly ids: Set<string> }>();
  let read = 0;
  return {
    readUpTo(index) {
      for (; read < index; read += 1) {
        const message = messages[read];
        if (message === undefined || message.role === "assistant") continue;
        for (const fact of facts[read] ?? []) {
          const entry = seen.get(fact) ?? { last: 0, ids: new Set() };
          entry.last = read;
          if (message.role === "tool")
            entry.ids.add(message.tool_call_id ?? "").add(sha256(texts[read] ?? "").slice(0, 16));
          seen.set(fact, entry);
        }
      }
    },
    lastOf: (fact) => seen.get(fact)?.last,
    facts: () => seen.keys(),
    place(fact, shown) {
      if (shown.has(fact)) return { where: "inContext", by: [] };
      const id = [...(seen.get(fact)?.ids ?? [])].findLast(shown.has);
      if (id !== undefined) return { where: "byId", by: [id] };
      if (shown.archives(fact)) return { where: "byId", by: ["archive"] };
      if (shown.finds(fact)) return { where: "bySearch", by: ["first search", "second search"] };
      return { where: "lost", by: [] };
    },
  };
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
