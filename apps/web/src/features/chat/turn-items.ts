import { describeCall, joinOutput } from "@goaltrace/core/log";
import type { AssistantMessage, Delta, ToolCall, ToolMessage } from "@goaltrace/core/log";
import type { ToolRow, Turn, TurnItem } from "./chat-turn.ts";

/** Kept of a running tool's output: some hundred lines. UTF-16 units. */
const LIVE_OUTPUT_CHARACTERS = 16_384;

/** Puts a finished model answer into its turn: thinking, text, then its calls, which join the calls directly before them. */
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
  if (message.toolCalls.length > 0) joinRows(items, message);
  const live = turn.live?.callId === callId ? null : turn.live;
  return { ...turn, items, live, answeredCallId: callId, model: turn.model ?? message.model };
}

/** The items of a turn with what is being streamed at their end. */
export function shownItems(turn: Turn): readonly TurnItem[] {
  const { live } = turn;
  if (live === null) return turn.items;
  const sequence = turn.items.at(-1)?.sequence ?? turn.firstSequence;
  const items = [...turn.items];
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

/** A call began. */
export function startRow(items: readonly TurnItem[], id: string, at: number): readonly TurnItem[] {
  return changeRow(items, id, (row) => ({ ...row, status: "running", startedAt: at }));
}

/** A running call printed something. Its start may not be recorded yet; after its result nothing is added. */
export function outputRow(
  items: readonly TurnItem[],
  { callId, attempt, offset, text }: Delta,
): readonly TurnItem[] {
  return changeRow(items, callId, (row) => {
    if (row.status !== "waiting" && row.status !== "running") return row;
    const known = row.liveOutput ?? undefined;
    const liveOutput = joinOutput(known, { attempt, offset, text }, LIVE_OUTPUT_CHARACTERS);
    return liveOutput === known ? row : { ...row, status: "running", liveOutput };
  });
}

/** Forgets what running calls printed: they are executed again, or not at all. */
export function forgetOutput(items: readonly TurnItem[]): readonly TurnItem[] {
  return items.map((item) =>
    item.kind === "tools" && item.rows.some((row) => row.liveOutput !== null)
      ? { ...item, rows: item.rows.map((row) => ({ ...row, liveOutput: null })) }
      : item,
  );
}

/** A call has its result. */
export function settleRow(items: readonly TurnItem[], message: ToolMessage): readonly TurnItem[] {
  const { outcome, title, output, durationMs, metadata } = message;
  const diff = metadata?.["diff"];
  const added = metadata?.["added"];
  const removed = metadata?.["removed"];
  return changeRow(items, message.toolCallId, (row) => ({
    ...row,
    status: outcome,
    title,
    output,
    durationMs,
    liveOutput: null,
    diff: typeof diff === "string" && diff !== "" ? diff : null,
    lines: typeof added === "number" && typeof removed === "number" ? { added, removed } : null,
  }));
}

/** The time before the first sign of the answer is unknown apart from the whole, unless thinking was all there was. */
function thinkingTime(message: AssistantMessage): number | null {
  const onlyThought = message.text.trim() === "" && message.toolCalls.length === 0;
  return onlyThought ? message.durationMs : null;
}

function joinRows(items: TurnItem[], message: AssistantMessage): void {
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
    argument: describeCall(call)
      .slice(call.name.length + 1)
      .replace(/\)$/, ""),
    status: "waiting",
    startedAt: null,
    durationMs: null,
    title: "",
    output: "",
    diff: null,
    lines: null,
    liveOutput: null,
  };
}

/** Changes one row, looking from the end, where running calls are. */
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
