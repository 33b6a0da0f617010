import type { Scope } from "@goaltrace/core";
import { applyGoalOperation, childrenOf, createGoalTree, numberGoals } from "@goaltrace/core/goals";
import type { GoalStatus, GoalTree } from "@goaltrace/core/goals";
import type { Entry, Trace, TraceStatus, TraceTotals } from "@goaltrace/core/log";
import type { OpenShare } from "@goaltrace/db";
import type { VisibleStores } from "@goaltrace/host";
import { roleIncludes } from "../auth/roles.ts";
import { waitFor } from "../http/call-limit.ts";
import { readLogPages } from "../reading/read-log.ts";
import type { Runtime } from "../runtime.ts";
import { createPublicMask } from "./public-mask.ts";
import { hashShareToken } from "./share-token.ts";

/** One line of the run. `text` is null where contents were left out. */
export type SharedEntry = {
  readonly sequence: number;
  readonly at: number;
  readonly kind: "user" | "runtime" | "assistant" | "tool";
  /** The tool's name; null for everything else. */
  readonly tool: string | null;
  readonly failed: boolean;
  readonly calls: number;
  readonly text: string | null;
};
export type SharedGoal = {
  readonly id: string;
  readonly depth: number;
  readonly number: string;
  readonly title: string;
  readonly status: GoalStatus;
};
/** What a public link shows of a trace. The task is content; titles of goals are not. */
export type SharedTrace = {
  readonly title: string | null;
  readonly includeContent: boolean;
  readonly expiresAt: number;
  readonly status: TraceStatus;
  readonly agent: string;
  readonly model: string;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly totals: TraceTotals;
  readonly goals: readonly SharedGoal[];
  readonly entries: readonly SharedEntry[];
  readonly entryCount: number;
};
export type OpenedShare =
  | { readonly kind: "shared"; readonly trace: SharedTrace }
  /** Expired, taken back, never made, its trace deleted, or its maker no longer sees it: nobody learns which. */
  | { readonly kind: "nothing" }
  | { readonly kind: "too_many" };

const TEXT_CHARACTERS = 4_000;
const TITLE_CHARACTERS = 300;
const MOST_ENTRIES = 1_000;
const TOKEN = /^[\w-]{20,64}$/;
/** A text is masked a little beyond where it is cut, so that nothing is recognised too late. */
const MASKED_BEYOND = 2_000;
/** An address can be made up, a token cannot: both are counted. */
const BY_ADDRESS = { limit: 60, windowMs: 60_000 };
const BY_TOKEN = { limit: 120, windowMs: 60_000 };

/**
 * What the link with this token shows now. It looks with the eyes of its maker: what they may no longer see, it does not show. Whatever
 * people or models wrote is masked (`createPublicMask`), titles of goals included.
 */
export async function openShare(runtime: Runtime, token: string, address: string): Promise<OpenedShare> {
  const { stores } = runtime;
  const waits = await Promise.all([
    waitFor(stores.callCounts, `share address ${address}`, BY_ADDRESS),
    waitFor(stores.callCounts, `share token ${hashShareToken(token)}`, BY_TOKEN),
  ]);
  if (waits.some((wait) => wait !== null)) return { kind: "too_many" };
  const link = TOKEN.test(token) ? await stores.shares.open(hashShareToken(token)) : undefined;
  if (link === undefined) return { kind: "nothing" };
  const trace = (await mayShow(stores, link)) ? await stores.traces.get(link.scope, link.traceId) : undefined;
  if (trace === undefined || (await isDeleted(stores, link.scope, trace))) return { kind: "nothing" };
  const mask = createPublicMask(await runtime.redactorOf(link.scope.workspaceId), trace.projectFolder);
  const show: Show = (text, longest) => mask(text.slice(0, longest + MASKED_BEYOND)).slice(0, longest);
  const entries: SharedEntry[] = [];
  let goals = createGoalTree("");
  let entryCount = 0;
  for await (const page of readLogPages({ traces: stores.traces, scope: link.scope }, trace, { after: 0 })) {
    for (const entry of page) {
      goals = goalsAfter(goals, entry);
      const line = lineOf(entry, link.includeContent ? show : null);
      if (line === null) continue;
      entryCount += 1;
      if (entries.length < MOST_ENTRIES) entries.push(line);
    }
  }
  const facts = factsOf(trace, link, show);
  return { kind: "shared", trace: { ...facts, goals: goalsOf(goals, show), entries, entryCount } };
}

/** A text as a stranger may read it, at most so many characters of it. */
type Show = (text: string, longest: number) => string;

/** Links end with what let their maker make them: membership, and a role that may share. */
async function mayShow({ members }: VisibleStores, { scope }: OpenShare): Promise<boolean> {
  const mine = await members.ofPerson(scope.personId);
  return mine.some(({ id, role }) => id === scope.workspaceId && roleIncludes(role, "member"));
}

/** What people have taken out of their lists is not public any more, though it can still be put back. */
async function isDeleted(
  { traceList, conversations }: VisibleStores,
  scope: Scope,
  trace: Trace,
): Promise<boolean> {
  if ((await traceList.removed(scope, [trace.id])).length > 0) return true;
  const { conversationId } = trace;
  return conversationId !== null && (await conversations.get(scope, conversationId)) === undefined;
}

function factsOf(
  trace: Trace,
  { includeContent, expiresAt }: Pick<SharedTrace, "includeContent" | "expiresAt">,
  show: Show,
): Omit<SharedTrace, "goals" | "entries" | "entryCount"> {
  return {
    title: includeContent ? show(trace.task.trim().split("\n", 1)[0] ?? "", TITLE_CHARACTERS) : null,
    includeContent,
    expiresAt,
    status: trace.status,
    agent: trace.agent.name,
    model: trace.models[0] ?? "",
    startedAt: trace.startedAt,
    endedAt: trace.endedAt,
    totals: trace.totals,
  };
}

function goalsAfter(tree: GoalTree, entry: Entry): GoalTree {
  if (entry.kind !== "event" || entry.type !== "goals.changed") return tree;
  return entry.data.operations.reduce(applyGoalOperation, tree);
}

/** The plan in reading order, without its root: that is the task. */
function goalsOf(tree: GoalTree, show: Show): readonly SharedGoal[] {
  const numbers = numberGoals(tree);
  const found: SharedGoal[] = [];
  const open = childrenOf(tree, tree.rootId)
    .map((id) => ({ id, depth: 0 }))
    .reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, depth } = next;
    const goal = tree.goals.get(id);
    if (goal === undefined) continue;
    const title = show(goal.title, TITLE_CHARACTERS);
    found.push({ id, depth, number: numbers.get(id) ?? "", title, status: goal.status });
    open.push(
      ...childrenOf(tree, id)
        .map((child) => ({ id: child, depth: depth + 1 }))
        .reverse(),
    );
  }
  return found;
}

/** Without `show` texts are left out. */
function lineOf(entry: Entry, show: Show | null): SharedEntry | null {
  if (entry.kind !== "message") return null;
  const base = { sequence: entry.sequence, at: entry.at, tool: null, failed: false, calls: 0 };
  const text = (content: string): string | null => show?.(content, TEXT_CHARACTERS) ?? null;
  switch (entry.role) {
    case "user": {
      const parts = entry.parts.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
      return { ...base, kind: entry.author === "person" ? "user" : "runtime", text: text(parts) };
    }
    case "assistant":
      return { ...base, kind: "assistant", calls: entry.toolCalls.length, text: text(entry.text) };
    case "tool":
      return {
        ...base,
        kind: "tool",
        tool: entry.toolName,
        failed: entry.outcome !== "ok",
        text: text(entry.output),
      };
  }
}
