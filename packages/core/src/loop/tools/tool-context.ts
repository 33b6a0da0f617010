import type { GoalTree } from "../../goals/goal.ts";
import type { AddressEffect } from "../../ports/address-effect.ts";
import type { HidesPath } from "../../ports/permission.ts";
import type { AnswerToCall } from "../../ports/call-question.ts";
import type { ChildAgents } from "../../ports/child-agents.ts";
import type { RecordableEvent, ToolContext } from "../../ports/tool.ts";
import { NO_SKILLS } from "../../skills/no-skills.ts";
import type { LinkedAbort } from "../link-abort.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { createCallSecrets } from "./call-secrets.ts";
import { patientBlobs } from "./patient-blobs.ts";
import { readOriginal } from "./read-original.ts";
import { searchHistory } from "./search-history.ts";
import { seenTexts } from "./seen-texts.ts";
import { stepRoom } from "./step-budget.ts";
import type { ToolOutput } from "./tool-output.ts";

/** Creates the context that one running call has of its run. */
export function createToolContext(
  context: RunContext,
  open: OpenCall,
  call: Pick<LinkedAbort, "signal" | "suspendLimit"> & {
    readonly events: RecordableEvent[];
    readonly output: ToolOutput;
    readonly hides: HidesPath | undefined;
    readonly addressEffect: AddressEffect | undefined;
    readonly children: ChildAgents;
    readonly answer?: AnswerToCall;
  },
): ToolContext {
  const { trace, state, ports, environment } = context;
  /** Hashes that this call remembered; later calls find them in the log. */
  const hashes = new Map<string, string>();
  const remember = (path: string, sha256: string): void => {
    hashes.set(path, sha256);
    if (!call.events.some((event) => isChangeTo(event, path, sha256)))
      call.events.push({ type: "file.read", data: { path, sha256 } });
  };
  const blobs = patientBlobs(ports.blobs, ports.clock, call);
  return {
    signal: call.signal,
    scope: { workspaceId: trace.workspaceId, personId: trace.personId },
    traceId: trace.id,
    toolCallId: open.call.id,
    goalId: open.goalId,
    projectFolder: trace.projectFolder,
    forbiddenFolders: environment.forbiddenFolders,
    allowsProtectedWrites: environment.allowsProtectedWrites === true || isProtectedApproval(state, open),
    hides: call.hides,
    addressEffect: call.addressEffect,
    blobs,
    versions: environment.versions,
    containsSecret: (text) => environment.redactor.redact(text) !== text,
    get room() {
      return stepRoom(context);
    },
    readOriginal: async (id) => await readOriginal({ ...context, ports: { ...ports, blobs } }, id),
    searchHistory: async (query) =>
      await searchHistory({ ...context, ports: { ...ports, blobs }, signal: call.signal }, query),
    seenTexts: () => seenTexts(context),
    children: call.children,
    skills: environment.skills ?? NO_SKILLS,
    secrets: createCallSecrets(context, open, call.signal),
    answer: call.answer ?? answerTo(state, open),
    processes: context.processes,
    clock: ports.clock,
    ids: ports.ids,
    logger: ports.logger,
    files: {
      lastHash: (path) => hashes.get(path) ?? state.files.get(path),
      remember,
    },
    watchOthers: () => context.family.edits.watch(trace.id, trace.projectFolder),
    get goals(): GoalTree {
      return state.goals;
    },
    get todos() {
      return state.todos;
    },
    resultOf: (toolCallId) => {
      const known = state.planning.results.get(toolCallId);
      return known?.outcome === "ok" ? known.sequence : undefined;
    },
    record: (event) => void call.events.push(event),
    output: call.output.write,
  };
}

/** Returns the answer to the question that the call asked before it was repeated; null if it has asked nothing. */
function answerTo({ questions }: RunContext["state"], { call }: OpenCall): AnswerToCall | null {
  const { answer = null, memo = "" } = questions.get(call.id) ?? {};
  return answer === null ? null : { text: answer.text, memo };
}

/** True if a person approved this write because its file is protected; an approval for another reason covers no such file. */
function isProtectedApproval({ approvals }: RunContext["state"], { call }: OpenCall): boolean {
  const approval = approvals.get(call.id);
  return approval?.cause === "protected" && approval.decision?.kind === "approved";
}

/** True if the event already records this content, so that no `file.read` is needed. */
function isChangeTo(event: RecordableEvent, path: string, sha256: string): boolean {
  return event.type === "file.changed" && event.data.path === path && event.data.afterBlob === sha256;
}
