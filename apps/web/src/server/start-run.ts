import { generalAgent, GoaltraceError, newRun } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core";
import { isTerminal } from "@goaltrace/core/log";
import type { LogOrigin, Trace } from "@goaltrace/core/log";
import { readTrace } from "@goaltrace/core/reading";
import { carryAsked } from "./ask-run.ts";
import { modelCatalogue } from "./models/catalogue.ts";
import type { Runtime } from "./runtime.ts";
import type { Conversation } from "./stores.ts";

export type RunRequest = {
  readonly scope: Scope;
  readonly conversationId: string | undefined;
  readonly text: string;
  /** Undefined takes the conversation's model, else the workspace's default. */
  readonly model: string | undefined;
  readonly folderId: string | undefined;
};
export type StartedRun = { readonly conversationId: string; readonly traceId: string };

const TITLE_CHARACTERS = 60;

/**
 * Starts a turn: a queued trace in the log and a knock at the workers' door. Errors: MODEL_NOT_CONFIGURED (R28), NOT_FOUND for a
 * conversation or folder that is not there, CONFLICT while the conversation's previous turn is still going.
 */
export async function startRun(runtime: Runtime, request: RunRequest): Promise<StartedRun> {
  const known =
    request.conversationId === undefined
      ? undefined
      : await readConversation(runtime, request.scope, request.conversationId);
  const model = await chooseModel(runtime, request.scope, request.model ?? known?.model ?? undefined);
  const folderId = request.folderId ?? known?.folderId ?? null;
  const projectFolder = await folderPath(runtime, request.scope, folderId);
  const previous = known === undefined ? undefined : await lastTrace(runtime, request.scope, known.id);
  if (previous !== undefined && !isTerminal(previous.status)) throw stillGoing();
  const conversationId = known?.id ?? runtime.ids.next();
  const redactor = await runtime.redactorOf(request.scope.workspaceId);
  if (known === undefined) {
    await runtime.stores.conversations.create(request.scope, {
      id: conversationId,
      title: titleOf(redactor.redact(request.text)),
      folderId,
      model: request.model ?? null,
    });
  } else
    await runtime.stores.conversations.touch(request.scope, known.id, {
      model: request.model ?? known.model,
      folderId,
    });
  const origin: LogOrigin | null =
    previous === undefined
      ? null
      : { kind: "continues", traceId: previous.id, sequence: previous.lastSequence };
  return enqueue(runtime, request.scope, {
    conversationId,
    text: request.text,
    model,
    projectFolder,
    origin,
    goalId: previous?.currentGoalId ?? undefined,
    previous: previous?.id,
  });
}

/** Runs the user's text of a turn again, continuing from before that turn. Errors: as `startRun`. */
export async function retryRun(runtime: Runtime, scope: Scope, traceId: string): Promise<StartedRun> {
  const failed = await readTrace({ traces: runtime.stores.traces, scope }, traceId);
  if (!isTerminal(failed.status)) throw stillGoing();
  if (failed.conversationId === null) throw notInConversation();
  const conversation = await readConversation(runtime, scope, failed.conversationId);
  const latest = await lastTrace(runtime, scope, conversation.id);
  if (latest !== undefined && !isTerminal(latest.status)) throw stillGoing();
  const model = await chooseModel(runtime, scope, conversation.model ?? undefined);
  const before =
    failed.origin === null ? undefined : await runtime.stores.traces.get(scope, failed.origin.traceId);
  await runtime.stores.conversations.touch(scope, conversation.id, {});
  return enqueue(runtime, scope, {
    conversationId: conversation.id,
    text: failed.task,
    model,
    projectFolder: failed.projectFolder,
    origin: failed.origin,
    goalId: before?.currentGoalId ?? undefined,
    previous: latest?.id,
  });
}

type Turn = {
  readonly conversationId: string;
  readonly text: string;
  readonly model: string;
  readonly projectFolder: string | null;
  readonly origin: LogOrigin | null;
  readonly goalId: string | undefined;
  /** The trace that was the conversation's last one. */
  readonly previous: string | undefined;
};

async function enqueue(runtime: Runtime, scope: Scope, turn: Turn): Promise<StartedRun> {
  const { model, previous: _previous, ...rest } = turn;
  const redactor = await runtime.redactorOf(scope.workspaceId);
  const made = newRun({ scope, agent: generalAgent, models: [model], ...rest }, { ...runtime, redactor });
  await runtime.stores.traces.create(scope, made.trace, made.entries, made.blobs);
  if (turn.previous !== undefined)
    await carryAsked(runtime, scope, { from: turn.previous, to: made.trace.id });
  const job = { traceId: made.trace.id, workspaceId: scope.workspaceId, groupId: turn.conversationId };
  // The trace row is the truth: workers find it by themselves when this knock is lost.
  await runtime.stores.jobs.enqueue(job).catch((thrown: unknown) => {
    runtime.logger.warn("a run was not announced; a worker will find it", {
      traceId: job.traceId,
      reason: String(thrown),
    });
  });
  return { conversationId: turn.conversationId, traceId: made.trace.id };
}

/** Errors: NOT_FOUND. */
export async function readConversation(runtime: Runtime, scope: Scope, id: string): Promise<Conversation> {
  const conversation = await runtime.stores.conversations.get(scope, id);
  if (conversation !== undefined) return conversation;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such conversation.",
    fix: "Check the address; the conversation may have been deleted.",
  });
}

async function chooseModel(runtime: Runtime, scope: Scope, wanted: string | undefined): Promise<string> {
  const catalogue = await modelCatalogue(
    { models: runtime.stores.models, variables: runtime.modelVariables },
    scope.workspaceId,
  );
  const reference =
    wanted !== undefined && catalogue.items.some((row) => row.reference === wanted)
      ? wanted
      : catalogue.defaultReference;
  if (reference !== null) return reference;
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: "No model is configured, so nothing can run. Everything that was saved can still be read.",
    fix: "Add a model under Settings, Models, or start with OPENAI_API_KEY (and OPENAI_BASE_URL, GOALTRACE_MODEL) or DEEPSEEK_API_KEY.",
  });
}

async function folderPath(runtime: Runtime, scope: Scope, folderId: string | null): Promise<string | null> {
  if (folderId === null) return null;
  const folder = (await runtime.stores.folders.list(scope)).find((one) => one.id === folderId);
  if (folder !== undefined) return folder.path;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "The project folder of this conversation is not registered any more.",
    fix: "Choose another folder, or ask an administrator to add it again.",
  });
}

async function lastTrace(runtime: Runtime, scope: Scope, conversationId: string): Promise<Trace | undefined> {
  const page = await runtime.stores.traces.list(scope, { conversationId }, { cursor: null, limit: 1 });
  return page.items[0];
}

function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const characters = [...line];
  return characters.length <= TITLE_CHARACTERS
    ? line
    : `${characters
        .slice(0, TITLE_CHARACTERS - 1)
        .join("")
        .trimEnd()}…`;
}

function stillGoing(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "The previous turn of this conversation is still going.",
    fix: "Wait until it has ended, or stop it first.",
  });
}

function notInConversation(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "This run belongs to no conversation.",
    fix: "Start a new conversation with the same text.",
  });
}
