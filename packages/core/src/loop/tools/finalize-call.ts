import { resultLimit, spillResult } from "../../compaction/spill.ts";
import { describeTool } from "../../log/describe.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { RecordableEvent } from "../../ports/tool.ts";
import { stepOfCall } from "../plan/planned-calls.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import type { FinishedCall } from "./finished-call.ts";
import { noteForTree } from "../children/note-for-tree.ts";
import { stepBudget } from "./step-budget.ts";

/** Stages the events that a tool recorded, then its result, so that both become durable together. */
export function finalizeCall(context: RunContext, open: OpenCall, finished: FinishedCall): void {
  const { writer, ports, environment } = context;
  context.childWork.heldSince.delete(open.call.id);
  for (const event of finished.events) writer.stage(toDraft(context, event, open));
  const whole = environment.redactor.redact(finished.result.output);
  const step = stepOfCall(context.state.planning.plan, open.call.id);
  if (step !== undefined && finished.outcome === "ok")
    stageValue(context, open, { name: step.stepId, whole });
  const note = environment.redactor.redact(noteForTree(context, open, finished));
  const output = spillIfLong(context, open, whole + note);
  const title = environment.redactor.redact(finished.result.title);
  const { longTermMemory, parts, metadata } = finished.result;
  writer.stage({
    kind: "message",
    role: "tool",
    goalId: open.goalId,
    toolCallId: open.call.id,
    toolName: open.call.name,
    outcome: finished.outcome,
    ...(finished.refusal === undefined ? {} : { refusal: finished.refusal }),
    title,
    output,
    ...(longTermMemory === undefined ? {} : { longTermMemory }),
    ...(parts === undefined ? {} : { parts }),
    ...(metadata === undefined ? {} : { metadata }),
    trust: finished.result.trust ?? environment.tools.find(open.call.name)?.trust ?? "untrusted",
    durationMs: finished.durationMs,
    tokens: ports.tokenizer.count(output),
    description: describeTool({ toolName: open.call.name, title, outcome: finished.outcome }),
  });
}

function toDraft(context: RunContext, event: RecordableEvent, open: OpenCall): EntryDraft {
  const { goalId } = open;
  const toolCallId = open.call.id;
  switch (event.type) {
    case "goals.changed":
      return {
        kind: "event",
        type: "goals.changed",
        goalId,
        data: { operations: event.operations, toolCallId },
      };
    case "todos.changed":
      return { kind: "event", type: "todos.changed", goalId, data: event.data };
    case "file.changed":
      return { kind: "event", type: "file.changed", goalId, data: { ...event.data, toolCallId } };
    case "file.read":
      return { kind: "event", type: "file.read", goalId, data: { ...event.data, toolCallId } };
    case "memory.written":
      return { kind: "event", type: "memory.written", goalId, data: { ...event.data, toolCallId } };
    case "memory.quarantined":
      return { kind: "event", type: "memory.quarantined", goalId, data: { ...event.data, toolCallId } };
    case "process.started": {
      const { redactor } = context.environment;
      const { domains } = event.data;
      const masked = {
        command: redactor.redact(event.data.command),
        ...(domains === undefined ? {} : { domains: domains.map((domain) => redactor.redact(domain)) }),
      };
      return {
        kind: "event",
        type: "process.started",
        goalId,
        data: { ...event.data, ...masked, toolCallId },
      };
    }
    case "process.ended":
      return { kind: "event", type: "process.ended", goalId, data: { ...event.data, toolCallId } };
    case "tools.changed":
      return { kind: "event", type: "tools.changed", goalId, data: event.data };
    case "skill.loaded": {
      const text = context.environment.redactor.redact(event.text);
      const blob = context.writer.stageBlob(text, "text/markdown");
      const tokens = context.ports.tokenizer.count(text);
      return {
        kind: "event",
        type: "skill.loaded",
        goalId,
        data: { ...event.data, toolCallId, blob, tokens },
      };
    }
    case "compaction.requested":
      return {
        kind: "event",
        type: "compaction.requested",
        goalId,
        data: { by: "model", focus: event.focus, toolCallId, signalId: null, personId: null },
      };
  }
}

/** The result of a planned call has a name, under which later calls use it as it is. */
function stageValue(
  { writer, ports, history }: RunContext,
  open: OpenCall,
  { name, whole }: { readonly name: string; readonly whole: string },
): void {
  const blob = writer.stageBlob(whole, "text/plain");
  history.rememberBlob(blob, whole);
  writer.stage({
    ...{ kind: "event", type: "value.set", goalId: open.goalId },
    data: {
      ...{ name, toolCallId: open.call.id, blob, characters: whole.length },
      tokens: ports.tokenizer.count(whole),
    },
  });
}

/** Returns the text that the model reads. A result that is too long is stored as a blob in the same commit. */
function spillIfLong(context: RunContext, open: OpenCall, output: string): string {
  const { ports, environment, writer, history, state } = context;
  const { id: toolCallId, name: toolName } = open.call;
  const tool = environment.tools.find(toolName);
  if (tool?.fitsRoom === true) return output;
  const { view } = history;
  const limit = resultLimit(view, stepBudget(context), {
    fixedTokens: view.fixedTokens,
    toolLimit: tool?.spillCharacters,
    calls: state.lastAssistant?.toolCalls.length ?? 1,
  });
  const count = (text: string): number => ports.tokenizer.count(text);
  const spill = spillResult(output, { limit, sha256: (text) => ports.hash.sha256(text), count });
  if (spill === null) return output;
  writer.stage({
    kind: "event",
    type: "result.spilled",
    goalId: open.goalId,
    data: {
      toolCallId,
      toolName,
      blob: writer.stageBlob(output, "text/plain"),
      characters: output.length,
      shownCharacters: spill.shownCharacters,
      tokens: count(spill.text),
    },
  });
  return spill.text;
}
