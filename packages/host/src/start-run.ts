import { GoaltraceError, newRun, type Scope } from "@goaltrace/core";
import {
  type AgentSnapshot,
  isTerminal,
  type LogOrigin,
  type Trace,
  type TraceMode,
} from "@goaltrace/core/log";
import type { Conversation, ConversationStore } from "@goaltrace/db";
import { limitedAgent } from "./agents/limited-agent.ts";
import { modelCatalog } from "./models/model-catalog.ts";
import type { Runtime } from "./open-runtime.ts";
import { readTrace } from "@goaltrace/core/reading";
import { carryOverSignals } from "./send-signal.ts";
import { TITLE_CHARACTERS } from "./tunables.ts";

export type RunRequest = {
  readonly scope: Scope;
  /** Absent starts a new conversation. */
  readonly conversationId?: string | undefined;
  readonly text: string;
  /** Absent takes the conversation's model, else the workspace's default. */
  readonly model?: string | undefined;
  /** Absent takes the conversation's folder. */
  readonly folderId?: string | undefined;
  /** The only tools that this run may use. Default: all of the agent's. */
  readonly tools?: readonly string[] | undefined;
  /** Default `agent`. */
  readonly mode?: TraceMode | undefined;
  /** What the caller knows of the run, for people who read it later. Default empty. */
  readonly context?: Trace["context"] | undefined;
};
export type StartedRun = { readonly conversationId: string; readonly traceId: string };

type StartPorts = Pick<
  Runtime,
  "stores" | "ids" | "clock" | "tokenizer" | "logger" | "redactorOf" | "environmentModels" | "tools"
>;

/**
 * Starts a turn: a queued trace in the log and a notice to the workers. Errors: MODEL_NOT_CONFIGURED (R28), NOT_FOUND for a conversation or
 * folder that does not exist, INVALID_INPUT for an unknown tool, CONFLICT while the conversation's previous turn is active.
 */
export async function startRun(ports: StartPorts, request: RunRequest): Promise<StartedRun> {
  const { scope } = request;
  const agent = limitedAgent({ tools: request.tools }, ports.tools);
  const known =
    request.conversationId === undefined
      ? undefined
      : await readConversation(ports.stores, scope, request.conversationId);
  const model = await chooseModel(ports, scope, request.model ?? known?.model ?? undefined);
  const folderId = request.folderId ?? known?.folderId ?? null;
  const projectFolder = await folderPath(ports, scope, folderId);
  const previous = known === undefined ? undefined : await lastTrace(ports, scope, known.id);
  if (previous !== undefined && !isTerminal(previous.status)) throw stillActive();
  const conversationId = known?.id ?? ports.ids.next();
  if (known === undefined) await createConversation(ports, request, { conversationId, folderId });
  else
    await ports.stores.conversations.update(scope, known.id, {
      model: request.model ?? known.model,
      folderId,
      updatedAt: ports.clock.now(),
    });
  const origin: LogOrigin | null =
    previous === undefined
      ? null
      : { kind: "continues", traceId: previous.id, sequence: previous.lastSequence };
  return await enqueue(ports, scope, {
    conversationId,
    text: request.text,
    agent,
    mode: request.mode ?? "agent",
    context: request.context ?? {},
    model,
    projectFolder,
    origin,
    goalId: previous?.currentGoalId ?? undefined,
    previous: previous?.id,
  });
}

/** Runs the user's text of a turn again, with its tools, mode and context, continuing from before that turn. Errors: as `startRun`. */
export async function retryRun(ports: StartPorts, scope: Scope, traceId: string): Promise<StartedRun> {
  const failed = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  if (!isTerminal(failed.status)) throw stillActive();
  if (failed.conversationId === null) throw notInConversation();
  const conversation = await readConversation(ports.stores, scope, failed.conversationId);
  const latest = await lastTrace(ports, scope, conversation.id);
  if (latest !== undefined && !isTerminal(latest.status)) throw stillActive();
  const model = await chooseModel(ports, scope, conversation.model ?? undefined);
  const { tools } = failed.agent;
  const agent = limitedAgent(tools === "all" ? {} : { tools }, ports.tools);
  const before =
    failed.origin === null ? undefined : await ports.stores.traces.get(scope, failed.origin.traceId);
  await ports.stores.conversations.update(scope, conversation.id, { updatedAt: ports.clock.now() });
  return await enqueue(ports, scope, {
    conversationId: conversation.id,
    text: failed.task,
    agent,
    mode: failed.mode,
    context: failed.context,
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
  readonly agent: AgentSnapshot;
  readonly mode: TraceMode;
  readonly context: Trace["context"];
  readonly model: string;
  readonly projectFolder: string | null;
  readonly origin: LogOrigin | null;
  readonly goalId: string | undefined;
  /** The trace that was the conversation's last one. */
  readonly previous: string | undefined;
};

async function enqueue(ports: StartPorts, scope: Scope, turn: Turn): Promise<StartedRun> {
  const { model, previous, ...rest } = turn;
  const redactor = await ports.redactorOf(scope.workspaceId);
  const created = newRun({ scope, models: [model], ...rest }, { ...ports, redactor });
  await ports.stores.traces.create(scope, created.trace, created.entries, created.blobs);
  const traceId = created.trace.id;
  if (previous !== undefined) await carryOverSignals(ports, scope, { from: previous, to: traceId });
  const job = { traceId, workspaceId: scope.workspaceId, groupId: turn.conversationId };
  // The trace row is the truth: workers also poll, so a lost notice only delays the run.
  await ports.stores.jobs.enqueue(job).catch((thrown: unknown) => {
    ports.logger.warn("run notice failed", { traceId, reason: String(thrown) });
  });
  return { conversationId: turn.conversationId, traceId };
}

async function createConversation(
  ports: StartPorts,
  { scope, text, model }: RunRequest,
  { conversationId, folderId }: { readonly conversationId: string; readonly folderId: string | null },
): Promise<void> {
  const redactor = await ports.redactorOf(scope.workspaceId);
  const now = ports.clock.now();
  await ports.stores.conversations.create(scope, {
    id: conversationId,
    personId: scope.personId,
    title: firstLine(redactor.redact(text)),
    pinned: false,
    shared: false,
    folderId,
    model: model ?? null,
    createdAt: now,
    updatedAt: now,
  });
}

/** Errors: NOT_FOUND. */
export async function readConversation(
  { conversations }: { readonly conversations: Pick<ConversationStore, "get"> },
  scope: Scope,
  id: string,
): Promise<Conversation> {
  const conversation = await conversations.get(scope, id);
  if (conversation !== undefined) return conversation;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such conversation.",
    fix: "Check the address; the conversation may have been deleted.",
  });
}

async function chooseModel(ports: StartPorts, scope: Scope, wanted: string | undefined): Promise<string> {
  const catalog = await modelCatalog(
    { models: ports.stores.models, environment: ports.environmentModels },
    scope.workspaceId,
  );
  const reference =
    wanted !== undefined && catalog.items.some((row) => row.reference === wanted)
      ? wanted
      : catalog.defaultReference;
  if (reference !== null) return reference;
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: "No model is configured, so nothing can run. Everything that was saved can still be read.",
    fix: "Add a model under Settings, Models, or start with OPENAI_API_KEY (and OPENAI_BASE_URL, GOALTRACE_MODEL) or DEEPSEEK_API_KEY.",
  });
}

async function folderPath(ports: StartPorts, scope: Scope, folderId: string | null): Promise<string | null> {
  if (folderId === null) return null;
  const folder = (await ports.stores.folders.list(scope)).find((one) => one.id === folderId);
  if (folder !== undefined) return folder.path;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "The project folder of this conversation is not registered any more.",
    fix: "Choose another folder, or ask an administrator to add it again.",
  });
}

async function lastTrace(
  ports: StartPorts,
  scope: Scope,
  conversationId: string,
): Promise<Trace | undefined> {
  const page = await ports.stores.traces.list(scope, { conversationId }, { cursor: null, limit: 1 });
  return page.items[0];
}

/** The first line of a text, cut to the length of a title. */
function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const characters = [...line];
  return characters.length <= TITLE_CHARACTERS
    ? line
    : `${characters
        .slice(0, TITLE_CHARACTERS - 1)
        .join("")
        .trimEnd()}…`;
}

function stillActive(): GoaltraceError {
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
