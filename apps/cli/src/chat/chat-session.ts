import { BASIS } from "@goaltrace/core/agents";
import type { Trace } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import {
  noteConversation,
  readBudget,
  readConversation,
  type Runtime,
  setConversationBudget,
  startRun,
} from "@goaltrace/host";
import { formatBudget } from "@goaltrace/core/log";

/** The choices that all turns of a chat share. */
export type ChatOptions = {
  /** The absolute path of the project folder. */
  readonly folder: string;
  /** Calls that run without asking. */
  readonly allow: readonly string[];
  /** Model reference; null for the model of the conversation, otherwise the default. */
  readonly model: string | null;
  /** How the turns work; null for the strategy of the conversation, otherwise the agent's. */
  readonly strategy: string | null;
  /** The name of an agent; null for that of the conversation, otherwise `general`. */
  readonly agent: string | null;
  /** The most that each run of a new conversation may use; empty for none. */
  readonly budget: string;
};

/** A conversation as it continues in a terminal. */
export type ChatSession = {
  readonly runtime: Runtime;
  readonly scope: Scope;
  /** The id of the conversation; null before its first message. */
  conversationId(): string | null;
  /** The budget of each run, as `formatBudget` writes it; empty for none. */
  budget(): string;
  /** The name of the agent of the next turn. */
  agent(): string;
  /** The requested model; null for the default. */
  model(): string | null;
  setModel(reference: string): void;
  /** The requested strategy, or that of the last turn; null before the first. */
  strategy(): string | null;
  setStrategy(name: string): void;
  /** Sets the budget of each run, the active one included; empty removes it. Returns it as stored. Errors: INVALID_INPUT. */
  setBudget(text: string): Promise<string>;
  /** Stores a turn that this process is to execute. Errors: as `startRun`. */
  startTurn(text: string): Promise<Trace>;
  /** The last run; null before the first. */
  lastRun(): Promise<Trace | null>;
  /** All runs, oldest first. */
  runs(): Promise<readonly Trace[]>;
  /** Writes a line about the conversation into the person's DAILY if this session had turns of it. */
  noteEnd(): Promise<void>;
  /** Continues in a new conversation with the same model, strategy, budget and folder. */
  restart(): void;
};

/** Runs of a conversation that are read for its cost. */
const MOST_RUNS = 500;

/** Opens a chat: the conversation with this id, or a new one. Errors: NOT_FOUND, INVALID_INPUT for an unreadable budget. */
export async function openChatSession(
  runtime: Runtime,
  scope: Scope,
  { conversationId, ...options }: ChatOptions & { readonly conversationId: string | null },
): Promise<ChatSession> {
  const { stores } = runtime;
  let id = conversationId;
  let { model, agent, strategy } = options;
  /** The strategy of the last turn, which the next one keeps. */
  let kept: string | null = null;
  let budget = formatBudget(readBudget(options.budget));
  if (id !== null) {
    const stored = await readConversation(stores, scope, id);
    model ??= stored.model;
    kept = (await stores.traces.head(scope, id))?.agent.strategy ?? null;
    agent ??= stored.agent ?? null;
    if (budget === "") budget = stored.budget ?? "";
    else await setConversationBudget(runtime, scope, { conversationId: id, text: budget });
  }
  let turns = 0;
  const runs = async (): Promise<readonly Trace[]> => {
    if (id === null) return [];
    const page = { cursor: null, limit: MOST_RUNS };
    const { items } = await stores.traces.list(scope, { conversationId: id }, page);
    return items.toReversed();
  };
  const folders = await stores.folders.list(scope);
  const folderId = folders.find(({ path }) => path === options.folder)?.id;
  return {
    runtime,
    scope,
    conversationId: () => id,
    budget: () => budget,
    agent: () => agent ?? BASIS,
    model: () => model,
    setModel: (reference) => {
      model = reference;
    },
    strategy: () => strategy ?? kept,
    setStrategy: (name) => {
      strategy = name;
    },
    setBudget: async (text) => {
      const next = formatBudget(readBudget(text));
      if (id !== null) await setConversationBudget(runtime, scope, { conversationId: id, text: next });
      budget = next;
      return budget;
    },
    startTurn: async (text) => {
      const started = await startRun(runtime, {
        ...{ scope, text, conversationId: id ?? undefined, model: model ?? undefined },
        strategy: strategy ?? undefined,
        agent: agent ?? undefined,
        ...{ folderId, projectFolder: options.folder, conversationBudget: budget },
        permission: { approver: "people", allow: options.allow },
        tags: ["cli"],
        isClaimedByCaller: true,
      });
      id = started.conversationId;
      turns += 1;
      const trace = await stores.traces.get(scope, started.traceId);
      if (trace === undefined) throw new Error(`the run ${started.traceId} is gone`);
      return trace;
    },
    lastRun: async () => (id === null ? null : ((await stores.traces.head(scope, id)) ?? null)),
    runs,
    noteEnd: async () => {
      if (turns === 0) return;
      turns = 0;
      const parts = { profiles: stores.profiles, now: runtime.clock.now() };
      await noteConversation(parts, scope, await runs());
      // The next conversation does not add it again.
      if (id !== null) await stores.endedConversations.take(scope, { before: parts.now, id });
    },
    restart: () => {
      id = null;
    },
  };
}

/** Returns the last run of a chat that has not ended; null without one. */
export async function activeRun(session: ChatSession): Promise<Trace | null> {
  const last = await session.lastRun();
  return last === null || isTerminal(last.status) ? null : last;
}

/** Returns the cost of runs in US dollars; null when that of one is unknown. */
export function costOf(runs: readonly Pick<Trace, "totals">[]): number | null {
  return runs.reduce<number | null>(
    (sum, { totals }) => (sum === null || totals.cost === null ? null : sum + totals.cost),
    0,
  );
}
