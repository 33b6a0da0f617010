import { type Budget, isEmptyBudget } from "./log/budget.ts";
import { describeUser } from "./log/describe.ts";
import type { Entry, EntryDraft } from "./log/entry.ts";
import type { ContentPart } from "./log/message.ts";
import { emptyProjection, projectEntry } from "./log/project.ts";
import { createSequencer } from "./log/sequence.ts";
import type { AgentSnapshot, LogOrigin, Trace, TraceMode, TracePermission } from "./log/trace.ts";
import { ROOT_GOAL_ID } from "./goals/goal.ts";
import type { Blob } from "./ports/blob-store.ts";
import { boundedContext } from "./bounded-context.ts";
import { redactDraft } from "./loop/redact-draft.ts";
import type { Clock, Ids } from "./ports/clock.ts";
import type { Redactor } from "./ports/redactor.ts";
import type { Scope } from "./ports/scope.ts";
import type { Tokenizer } from "./ports/tokenizer.ts";

/** The input for a new run. `origin` continues or forks another log by reference. */
export type NewRun = {
  /** The id of the run. Default: a new one. */
  readonly id?: string | undefined;
  readonly scope: Scope;
  readonly conversationId: string | null;
  readonly text: string;
  readonly parts?: readonly ContentPart[];
  readonly blobs?: readonly Blob[];
  readonly agent: AgentSnapshot;
  readonly models: readonly string[];
  readonly projectFolder: string | null;
  /** @default people decide */
  readonly permission?: TracePermission | undefined;
  /** @default none */
  readonly budget?: Budget | undefined;
  readonly origin: LogOrigin | null;
  /** The goal in focus at the end of the shared log. Default: the root goal. */
  readonly goalId?: string;
  readonly mode?: TraceMode;
  readonly tags?: readonly string[];
  /** Values that the calling program attaches to the run, kept in `Trace.context`; at most 8,000 bytes of JSON. Default: none. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The API key that starts the run. Default: none. */
  readonly keyId?: string | undefined;
};

/**
 * Returns a queued trace with the user's message as its first entry, ready for `TraceStore.create`. Known secrets are masked in both; blobs are
 * not masked. Pure except for the ports. Throws INVALID_INPUT for a context that is too large or not JSON.
 */
export function newRun(
  run: NewRun,
  ports: {
    readonly ids: Ids;
    readonly clock: Clock;
    readonly tokenizer: Tokenizer;
    readonly redactor: Redactor;
  },
): { readonly trace: Trace; readonly entries: readonly Entry[]; readonly blobs: readonly Blob[] } {
  const context = boundedContext(run.context ?? {}, ports.redactor);
  const id = run.id ?? ports.ids.next();
  const start = emptyProjection({ lastSequence: run.origin?.sequence ?? 0 });
  const text = ports.redactor.redact(run.text);
  const parts: readonly ContentPart[] = run.parts ?? [{ type: "text", text }];
  const sequencer = createSequencer({
    traceId: id,
    ids: ports.ids,
    clock: ports.clock,
    next: start.lastSequence + 1,
  });
  const draft: EntryDraft = {
    kind: "message",
    role: "user",
    author: "person",
    parts,
    description: describeUser(parts),
    tokens: ports.tokenizer.count(text),
    goalId: run.goalId ?? ROOT_GOAL_ID,
  };
  const message = sequencer.stamp(redactDraft(draft, ports.redactor));
  const trace: Trace = {
    id,
    workspaceId: run.scope.workspaceId,
    personId: run.scope.personId,
    conversationId: run.conversationId,
    rootId: id,
    parentId: null,
    spawnedBy: null,
    origin: run.origin,
    mode: run.mode ?? "agent",
    agent: run.agent,
    models: run.models,
    task: text,
    context,
    tags: run.tags ?? [],
    projectFolder: run.projectFolder,
    ...(run.permission === undefined ? {} : { permission: run.permission }),
    ...(run.budget === undefined || isEmptyBudget(run.budget) ? {} : { budget: run.budget }),
    createdAt: message.at,
    ...(run.keyId === undefined ? {} : { keyId: run.keyId }),
    ...projectEntry(start, message),
  };
  return { trace, entries: [message], blobs: run.blobs ?? [] };
}
