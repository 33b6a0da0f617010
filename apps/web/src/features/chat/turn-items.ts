import { describeCall, describeFailure, givenBudget, joinOutput } from "@goaltrace/core/log";
import { shortTask } from "@goaltrace/core/short-task";
import type { Truncation } from "@goaltrace/core/reading";
import { LIVE_OUTPUT_CHARACTERS } from "../../lib/live-output-characters.ts";
import type { AssistantMessage, Delta, EventOf, ToolCall, ToolMessage } from "@goaltrace/core/log";
import type { ChildRow, ResultText, ToolRow, Turn, TurnItem } from "./chat-turn.ts";
import { isPlanRow } from "./plan-changes.ts";

/** Returns the turn with a finished model answer: reasoning, text, then its tool calls, which join the calls directly before them. */
export function addAnswer(turn: Turn, message: AssistantMessage): Turn {
  const { callId, sequence } = message;
  const items = [...turn.items];
  if (message.reasoning.trim() !== "") {
    items.push({
      kind: "reasoning",
      key: `${callId}:reasoning`,
      sequence,
      text: message.reasoning,
      durationMs: thinkingTime(message),
      live: false,
    });
  }
  if (message.text.trim() !== "")
    items.push({ kind: "text", key: `${callId}:text`, sequence, text: message.text, live: false });
  if (message.toolCalls.length > 0) appendRows(items, message);
  const live = turn.live?.callId === callId ? null : turn.live;
  return { ...turn, items, live, answeredCallId: callId, model: turn.model ?? message.model };
}

/** Returns the items of a turn, followed by the output streamed so far. */
export function visibleItems(turn: Turn): readonly TurnItem[] {
  const { live } = turn;
  const items = turn.items.flatMap(withoutPlanRows);
  if (live === null) return items;
  const sequence = turn.items.at(-1)?.sequence ?? turn.firstSequence;
  if (live.reasoning.trim() !== "") {
    const done = live.text !== "" || live.callingTool;
    items.push({
      kind: "reasoning",
      key: `${live.callId}:reasoning`,
      sequence,
      text: live.reasoning,
      durationMs: null,
      live: !done,
    });
  }
  if (live.text.trim() !== "")
    items.push({ kind: "text", key: `${live.callId}:text`, sequence, text: live.text, live: true });
  return items;
}

/** Returns a group without the calls that the line of a plan change represents; nothing without other calls. */
function withoutPlanRows(item: TurnItem): readonly TurnItem[] {
  if (item.kind !== "tools" || !item.rows.some(isPlanRow)) return [item];
  const rows = item.rows.filter((row) => !isPlanRow(row));
  return rows.length === 0 ? [] : [{ ...item, rows }];
}

/** Marks a call as running. */
export function startRow(items: readonly TurnItem[], id: string, at: number): readonly TurnItem[] {
  return changeRow(items, id, (row) => ({ ...row, status: "running", startedAt: at }));
}

/** Shows a call as a person changed it before it ran. */
export function editRow(
  items: readonly TurnItem[],
  { data: { toolCallId, editedArguments } }: EventOf<"approval.decided">,
): readonly TurnItem[] {
  if (editedArguments === null) return items;
  return changeRow(items, toolCallId, (row) => ({
    ...row,
    argument: argumentOf({ name: row.name, arguments: editedArguments }),
    original: row.original ?? row.argument,
  }));
}

/** Appends output to a running call. Its start may not be recorded yet; output after the result is ignored. */
export function appendOutput(
  items: readonly TurnItem[],
  { callId, attempt, offset, text }: Delta,
): readonly TurnItem[] {
  return changeRow(items, callId, (row) => {
    if (row.status !== "waiting" && row.status !== "running") return row;
    const previous = row.liveOutput ?? undefined;
    const liveOutput = joinOutput(previous, { attempt, offset, text }, LIVE_OUTPUT_CHARACTERS);
    return liveOutput === previous ? row : { ...row, status: "running", liveOutput };
  });
}

/** Clears the output of running calls, which are executed again or not at all. */
export function clearOutput(items: readonly TurnItem[]): readonly TurnItem[] {
  return items.map((item) =>
    item.kind === "tools" && item.rows.some((row) => row.liveOutput !== null)
      ? { ...item, rows: item.rows.map((row) => ({ ...row, liveOutput: null })) }
      : item,
  );
}

const SANDBOXES = ["enforcing", "partial", "none"] as const;

/** Sets the result of a call. `cut` names its texts of which only the start has arrived. */
export function settleRow(
  items: readonly TurnItem[],
  message: ToolMessage,
  cut: readonly Truncation[],
): readonly TurnItem[] {
  const { outcome, title, output, durationMs, metadata } = message;
  const diff = metadata?.["diff"];
  const added = metadata?.["added"];
  const removed = metadata?.["removed"];
  const isProblem = outcome === "error" || outcome === "denied";
  return changeRow(items, message.toolCallId, (row) => ({
    ...row,
    status: outcome,
    reason: isProblem ? describeFailure(output) : "",
    refusal: message.refusal ?? null,
    title,
    resultSequence: message.sequence,
    output: resultText(output, "output", cut),
    images: (message.parts ?? []).flatMap((part) =>
      part.type === "image" ? [{ mediaType: part.mediaType, blob: part.blob }] : [],
    ),
    durationMs,
    liveOutput: null,
    diff: typeof diff === "string" && diff !== "" ? resultText(diff, "metadata.diff", cut) : null,
    sandbox: SANDBOXES.find((sandbox) => sandbox === metadata?.["sandbox"]) ?? null,
    lines: typeof added === "number" && typeof removed === "number" ? { added, removed } : null,
  }));
}

function resultText(text: string, field: ResultText["field"], cut: readonly Truncation[]): ResultText {
  return { field, text, total: cut.find((each) => each.field === field)?.total ?? text.length };
}

/** Adds a sub-agent to the call that started it. */
export function addChild(
  items: readonly TurnItem[],
  { data, at }: EventOf<"child.spawned">,
): readonly TurnItem[] {
  const { childTraceId: traceId, agent, group, limits } = data;
  const child: ChildRow = {
    ...{ traceId, agent, task: oneLine(data.prompt), startedAt: at, end: null },
    budget: givenBudget(undefined, limits),
    branches: group === null ? null : { index: group.index, count: group.size, merge: group.merge },
  };
  return changeRow(items, data.toolCallId ?? "", (row) => ({
    ...row,
    // Branches begin at once, in any order.
    children: [...row.children, child].sort((left, right) => placeOf(left) - placeOf(right)),
  }));
}

function placeOf({ branches }: ChildRow): number {
  return branches?.index ?? 0;
}

/** Returns the agent and the task of a sub-agent that a call of the turn started, because several may have the same agent; its id if none did. */
export function agentWithTask(items: readonly TurnItem[], traceId: string): string {
  const rows = items.flatMap((item) => (item.kind === "tools" ? item.rows : []));
  const child = rows.flatMap((row) => row.children).find((each) => each.traceId === traceId);
  return child === undefined ? traceId : `${child.agent} “${shortTask(child.task)}”`;
}

/** Returns the command of a background process of the turn; null for any other process. */
export function backgroundCommand(items: readonly TurnItem[], processId: string): string | null {
  for (const item of items)
    if (item.kind === "note" && item.note.type === "plain" && item.note.text === "background")
      if (item.note.values["processId"] === processId) return String(item.note.values["command"]);
  return null;
}

/** Records the end of a sub-agent. */
export function endChild(
  items: readonly TurnItem[],
  { data, at }: EventOf<"child.finished">,
): readonly TurnItem[] {
  const { status, failure, steps: calls, cost, unverified = [] } = data;
  const end = {
    ...{ status, answer: oneLine(data.lastMessage), failure: failure?.message ?? null, calls, cost, at },
    ...{ tokens: data.inputTokens + data.outputTokens, unverified: unverified.length },
  };
  return changeRow(items, data.toolCallId ?? "", (row) => ({
    ...row,
    children: row.children.map((child) => (child.traceId === data.childTraceId ? { ...child, end } : child)),
  }));
}

function oneLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

/** Returns the reasoning time, which is known only when the message has nothing but reasoning. */
function thinkingTime(message: AssistantMessage): number | null {
  const onlyThought = message.text.trim() === "" && message.toolCalls.length === 0;
  return onlyThought ? message.durationMs : null;
}

function appendRows(items: TurnItem[], message: AssistantMessage): void {
  const rows = message.toolCalls.map((call) => newRow(call, message.sequence));
  const last = items.at(-1);
  if (last?.kind === "tools") items[items.length - 1] = { ...last, rows: [...last.rows, ...rows] };
  else items.push({ kind: "tools", key: `${message.callId}:tools`, sequence: message.sequence, rows });
}

function newRow(call: ToolCall, sequence: number): ToolRow {
  return {
    id: call.id,
    sequence,
    name: call.name,
    argument: argumentOf(call),
    original: null,
    status: "waiting",
    refusal: null,
    startedAt: null,
    durationMs: null,
    title: "",
    reason: "",
    resultSequence: null,
    output: { field: "output", text: "", total: 0 },
    images: [],
    diff: null,
    lines: null,
    liveOutput: null,
    sandbox: null,
    children: [],
  };
}

function argumentOf(call: Pick<ToolCall, "name" | "arguments">): string {
  return describeCall(call)
    .slice(call.name.length + 1)
    .replace(/\)$/, "");
}

/** Changes one row. Searches from the end, where the running calls are. */
function changeRow(
  items: readonly TurnItem[],
  id: string,
  change: (row: ToolRow) => ToolRow,
): readonly TurnItem[] {
  const index = items.findLastIndex(
    (item) => item.kind === "tools" && item.rows.some((row) => row.id === id),
  );
  const group = items[index];
  if (group?.kind !== "tools") return items;
  const rows = group.rows.map((row) => (row.id === id ? change(row) : row));
  return rows.every((row, at) => row === group.rows[at]) ? items : items.with(index, { ...group, rows });
}
