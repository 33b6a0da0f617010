import { newRun } from "@goaltrace/core";
import type { AgentSnapshot, Budget, LogOrigin, Trace, TraceMode } from "@goaltrace/core/log";
import type { Redactor, Scope } from "@goaltrace/core/ports";
import type { Runtime } from "./runtime.ts";
import { carryOverSignals } from "./send-signal.ts";

/** The ports needed to start a run. */
export type StartPorts = Pick<
  Runtime,
  | "stores"
  | "ids"
  | "clock"
  | "tokenizer"
  | "logger"
  | "getRedactor"
  | "environmentModels"
  | "tools"
  | "toolsOf"
  | "readServerTools"
  | "readAgents"
  | "folderCheck"
>;

export type StartedRun = { readonly conversationId: string; readonly traceId: string };

/** A fully specified turn of a conversation. */
export type Turn = {
  /** The id of its trace; undefined for a new one. */
  readonly id?: string | undefined;
  readonly conversationId: string;
  readonly text: string;
  readonly agent: AgentSnapshot;
  readonly mode: TraceMode;
  readonly context: Trace["context"];
  /** References; fallbacks follow in order. */
  readonly models: readonly string[];
  readonly projectFolder: string | null;
  readonly origin: LogOrigin | null;
  /** @default none */
  readonly budget?: Budget | undefined;
  /** The API key that starts the run; undefined for a person in the browser. */
  readonly keyId?: string | undefined;
  /** @default people decide */
  readonly permission?: Trace["permission"];
  /** @default none */
  readonly tags?: readonly string[] | undefined;
  /** Whether the caller executes the run: workers are then not woken. @default false */
  readonly isClaimedByCaller?: boolean | undefined;
  readonly goalId: string | undefined;
  /** The id of the conversation's latest trace. */
  readonly previous: string | undefined;
  /** Masks the secrets known to the workspace. */
  readonly redactor: Redactor;
  /** Called once the run is valid, right before it is stored, so that a rejected run leaves no conversation behind. */
  readonly saveConversation: () => Promise<void>;
};

/**
 * Stores the turn as a queued trace, moves pending requests over from the previous trace, and notifies workers. Errors: INVALID_INPUT as in
 * `newRun`.
 */
export async function enqueueRun(ports: StartPorts, scope: Scope, turn: Turn): Promise<StartedRun> {
  const { previous, redactor, saveConversation, isClaimedByCaller = false, ...rest } = turn;
  const created = newRun({ scope, ...rest }, { ...ports, redactor });
  await saveConversation();
  await ports.stores.traces.create(scope, created.trace, created.entries, created.blobs);
  const traceId = created.trace.id;
  if (previous !== undefined) await carryOverSignals(ports, scope, { from: previous, to: traceId });
  if (isClaimedByCaller) return { conversationId: turn.conversationId, traceId };
  await wakeWorkers(ports, { traceId, workspaceId: scope.workspaceId, groupId: turn.conversationId });
  return { conversationId: turn.conversationId, traceId };
}

/** Notifies the workers of a stored run. Never rejects: they also poll, so a lost notice only delays the run. */
export async function wakeWorkers(
  { stores, logger }: Pick<StartPorts, "stores" | "logger">,
  job: { readonly traceId: string; readonly workspaceId: string; readonly groupId: string },
): Promise<void> {
  await stores.jobs.enqueue(job).catch((thrown: unknown) => {
    logger.warn("run notice failed", { traceId: job.traceId, reason: String(thrown) });
  });
}
