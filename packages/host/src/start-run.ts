import type { Budget, LogOrigin, Trace, TraceMode } from "@goaltrace/core/log";
import { BASIS } from "@goaltrace/core/agents";
import { formatBudget } from "@goaltrace/core/log";
import type { Redactor, Scope } from "@goaltrace/core/ports";
import { availableTools } from "./agents/available-tools.ts";
import { limitedAgent } from "./agents/limited-agent.ts";
import { keepStrategy, withStrategy } from "./agents/with-strategy.ts";
import { enqueueRun, type StartedRun, type StartPorts } from "./enqueue-run.ts";
import { budgetOfRun } from "./budgets/agent-budget.ts";
import { readBudget } from "./budgets/read-budget.ts";
import { usableFolder } from "./folders/usable-folder.ts";
import { chooseModels } from "./models/choose-models.ts";
import { lastIdleTrace, readConversation } from "./read-conversation.ts";
import { TITLE_CHARACTERS } from "./tunables.ts";

export type RunRequest = {
  /** The id of the run. Absent: a new one. */
  readonly traceId?: string | undefined;
  readonly scope: Scope;
  /** Absent: starts a new conversation. */
  readonly conversationId?: string | undefined;
  readonly text: string;
  /** Absent: the conversation's model, otherwise the workspace's default. */
  readonly model?: string | undefined;
  /** The name of the agent. Absent: that of the conversation, otherwise `general`. */
  readonly agent?: string | undefined;
  /** Absent: the conversation's folder. */
  readonly folderId?: string | undefined;
  /** The only tools this run may use. Default: all of the agent's. */
  readonly tools?: readonly string[] | undefined;
  /** The only tools of MCP servers that the runs of a new conversation may use, by name or as `server__*`. Default: all of the agent's. */
  readonly serverTools?: readonly string[] | null | undefined;
  /** How the run works, by name. Default: as the conversation's last turn of the same agent, otherwise as the agent says. */
  readonly strategy?: string | undefined;
  /** Default: `agent`. */
  readonly mode?: TraceMode | undefined;
  /** Caller-supplied information about the run, for people who read it later. Default: empty. */
  readonly context?: Trace["context"] | undefined;
  /** The most that the run may use, such as `0.50usd,200ktok,10m`. Default: the conversation's budget, otherwise the agent's. */
  readonly budget?: string | undefined;
  /** The most that each run of a new conversation may use; a budget for this run replaces it. Default: none. */
  readonly conversationBudget?: string | undefined;
  /** The API key that starts the run. Default: none. */
  readonly keyId?: string | undefined;
  /** The absolute path of a folder that the caller may use, instead of a registered one. Default: `folderId`. */
  readonly projectFolder?: string | undefined;
  /** Default: people decide, nothing else is allowed. */
  readonly permission?: Trace["permission"];
  /** Default: none. */
  readonly tags?: readonly string[] | undefined;
  /** Whether the caller executes the run: workers are then not woken. Default: false. */
  readonly isClaimedByCaller?: boolean | undefined;
};

/**
 * Starts a turn: stores a queued trace and notifies the workers. Errors: MODEL_NOT_CONFIGURED; NOT_FOUND for an unknown conversation or
 * folder; INVALID_INPUT for an unknown model, agent, tool or strategy, an unreadable budget, a folder that the server no longer accepts or too large a context; CONFLICT while
 * the conversation's previous turn is active.
 */
export async function startRun(ports: StartPorts, request: RunRequest): Promise<StartedRun> {
  const { scope } = request;
  const conversation =
    request.conversationId === undefined
      ? undefined
      : await readConversation(ports.stores, scope, request.conversationId);
  // Both read the models of the workspace; asked together, they share a statement.
  const folderId = request.folderId ?? conversation?.folderId ?? null;
  const projectFolder =
    request.projectFolder ?? (folderId === null ? null : await usableFolder(ports, scope, { id: folderId }));
  const agents = await ports.readAgents({ workspaceId: scope.workspaceId, projectFolder });
  const name = request.agent ?? conversation?.agent ?? BASIS;
  const serverTools = conversation === undefined ? request.serverTools : conversation.serverTools;
  const { agent: chosen, models: own } = limitedAgent(
    agents,
    { agent: name, tools: request.tools, serverTools },
    await availableTools(ports, agents, {
      ...{ workspaceId: scope.workspaceId, projectFolder, agent: name },
      choosesTools: request.tools !== undefined || (serverTools ?? null) !== null,
    }),
  );
  const limited = withStrategy(chosen, request.strategy);
  const [models, redactor] = await Promise.all([
    chooseModels(ports, scope, { requested: request.model, remembered: conversation?.model ?? null, own }),
    ports.getRedactor(scope.workspaceId),
  ]);
  const perRun = conversation === undefined ? readBudget(request.conversationBudget ?? "") : null;
  const texts = [
    request.budget,
    conversation === undefined ? request.conversationBudget : conversation.budget,
  ];
  const budget = await budgetOfRun(ports, scope, { agent: limited, texts });
  const previous =
    conversation === undefined ? undefined : await lastIdleTrace(ports.stores, scope, conversation.id);
  // A conversation continues as it was, also for messages that waited in its queue.
  const agent = request.strategy === undefined ? keepStrategy(limited, previous?.agent) : limited;
  const conversationId = conversation?.id ?? ports.ids.next();
  const saveConversation = async (): Promise<void> =>
    conversation === undefined
      ? await createConversation(ports, request, { conversationId, folderId, redactor, perRun })
      : await ports.stores.conversations.update(scope, conversation.id, {
          model: request.model ?? conversation.model,
          ...(request.agent === undefined ? {} : { agent: request.agent }),
          folderId,
          updatedAt: ports.clock.now(),
        });
  const origin: LogOrigin | null =
    previous === undefined
      ? null
      : { kind: "continues", traceId: previous.id, sequence: previous.lastSequence };
  return await enqueueRun(ports, scope, {
    id: request.traceId,
    conversationId,
    redactor,
    saveConversation,
    text: request.text,
    agent,
    mode: request.mode ?? "agent",
    context: request.context ?? {},
    models,
    projectFolder,
    origin,
    budget,
    ...{ keyId: request.keyId, permission: request.permission, tags: request.tags },
    isClaimedByCaller: request.isClaimedByCaller,
    goalId: previous?.currentGoalId ?? undefined,
    previous: previous?.id,
  });
}

async function createConversation(
  ports: StartPorts,
  { scope, text, model, agent, serverTools }: RunRequest,
  place: {
    readonly conversationId: string;
    readonly folderId: string | null;
    readonly redactor: Redactor;
    /** The budget of each run; null for none. */
    readonly perRun: Budget | null;
  },
): Promise<void> {
  const { conversationId, folderId, redactor, perRun } = place;
  const now = ports.clock.now();
  await ports.stores.conversations.create(scope, {
    id: conversationId,
    personId: scope.personId,
    title: firstLine(redactor.redact(text)),
    pinned: false,
    shared: false,
    folderId,
    model: model ?? null,
    agent: agent ?? null,
    budget: formatBudget(perRun ?? {}) || null,
    serverTools: serverTools ?? null,
    createdAt: now,
    updatedAt: now,
  });
}

/** Returns the first line of a text, truncated to the length of a title. */
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
