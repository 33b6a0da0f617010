import { requestTokens } from "../compaction/clear.ts";
import { messageText } from "../context/extract.ts";
import { createOriginals } from "../compaction/find-original.ts";
import type { ReplayStep } from "../compaction/replay-transcript.ts";
import type { TranscriptMessage } from "../compaction/transcript-entries.ts";
import { usableTokens } from "../context/usable-tokens.ts";
import { isOpen } from "../goals/goal-tree.ts";
import { checkPairing } from "../log/pairing.ts";

/** Violations of the laws of compaction at one step, by law. */
export type Violations = Record<"pairing" | "state" | "users" | "recovery" | "budget", string[]>;

export const noViolations = (): Violations => ({
  pairing: [],
  state: [],
  users: [],
  recovery: [],
  budget: [],
});

/** All text for the model besides instructions and tools. */
function shownText({ view, blobs, tail }: ReplayStep): string {
  const head =
    view.head === null ? [] : [view.head.markerBlob, view.head.attachmentsBlob, view.head.summaryBlob];
  return [
    ...head.map((hash) => blobs.get(hash) ?? "[missing]"),
    ...view.items.map(({ message, placeholder }) => {
      if (placeholder !== null) return placeholder;
      if (message.role === "user") return messageText(message);
      return message.role === "tool" ? message.output : message.text;
    }),
    tail ?? "",
  ].join("\n");
}

const RECOVERY_STEPS = 4;

/** Received tool outputs by call. */
export type Outputs = ReadonlyMap<string, string>;

/** Returns the results of a transcript by call id. */
export function collectOutputs(messages: readonly TranscriptMessage[]): Outputs {
  return new Map(
    messages.flatMap((message) =>
      message.role === "tool" && typeof message.content === "string"
        ? [[message.tool_call_id ?? "", message.content] as const]
        : [],
    ),
  );
}

/** Adds the violations of a view to `violations`. */
export function checkView(
  step: ReplayStep,
  session: { readonly window: number; readonly outputs: Outputs },
  violations: Violations,
): void {
  const { window, outputs } = session;
  const { view, blobs } = step;
  const at = `step ${view.steps}`;
  const tokens = requestTokens(view, step.fixedTokens);
  if (tokens > usableTokens(window)) violations.budget.push(`${at}: ${tokens} of ${usableTokens(window)}`);
  for (const breach of checkPairing(view.items.map((item) => item.message)))
    violations.pairing.push(`${at}: ${breach.kind} ${breach.toolCallId}`);
  const shown = shownText(step);
  if (view.head !== null) checkState(step, shown, violations.state);
  const archive =
    view.head?.archiveBlob === null || view.head === null ? "" : (blobs.get(view.head.archiveBlob) ?? "");
  view.users.forEach((user, index) => {
    const text = messageText(user);
    const isNear = index === 0 || index >= view.users.length - 10;
    if (shown.includes(text)) return;
    if (!archive.includes(text)) violations.users.push(`${at}: #${user.sequence} is lost`);
    else if (index === view.users.length - 1)
      violations.users.push(`${at}: #${user.sequence}, the newest, is cut`);
    else if (isNear && !hasEnds(shown, text)) violations.users.push(`${at}: #${user.sequence} is not shown`);
  });
  // Between changes the view only grows, so checking every few steps suffices and is much cheaper.
  if (step.compacted || view.steps % RECOVERY_STEPS === 0) checkRecovery(step, outputs, violations.recovery);
}

const END_LENGTH = 12;

function hasEnds(shown: string, text: string): boolean {
  return shown.includes(text.slice(0, END_LENGTH)) && shown.includes(text.slice(-END_LENGTH));
}

/** Open goals and todos appear verbatim in the model's input and, right after a summary, in its state part. */
function checkState(
  { view, blobs, state, compacted }: ReplayStep,
  shown: string,
  violations: string[],
): void {
  const isFresh = compacted && view.head?.sequence === view.sequence;
  const text = isFresh ? (blobs.get(view.head?.attachmentsBlob ?? "") ?? "") : shown;
  const where = `step ${view.steps}${isFresh ? ", state part" : ""}`;
  for (const goal of state.goals.goals.values())
    if (goal.parentId !== null && isOpen(goal.status) && !text.includes(goal.title))
      violations.push(`${where}: goal ${goal.title}`);
  for (const todo of state.todos)
    if (!text.includes(todo.text)) violations.push(`${where}: todo ${todo.text}`);
}

/** Every result that the view offers to read again is available, byte for byte as received. */
function checkRecovery(step: ReplayStep, outputs: Outputs, violations: string[]): void {
  const { view, entries, blobs } = step;
  const originals = createOriginals();
  for (const entry of entries) originals.add(entry);
  const read = (id: string): string | undefined => {
    const original = originals.find(id);
    return original?.kind === "text" ? original.text : blobs.get(original?.sha256 ?? "");
  };
  for (const { message, placeholder } of view.items) {
    if (message.role !== "tool") continue;
    const received = outputs.get(message.toolCallId);
    const mark = /read_result id="([^"]+)"\]/u.exec(placeholder ?? message.output);
    if (mark === null) {
      if (message.output !== received) violations.push(`#${message.sequence}: shown in a different form`);
    } else if (read(mark[1] ?? "") !== received)
      violations.push(`#${message.sequence}: ${mark[1] ?? ""} differs`);
  }
  if (view.head === null) return;
  const head = [view.head.markerBlob, view.head.attachmentsBlob].map((hash) => blobs.get(hash) ?? "");
  for (const [, id = ""] of head.join("\n").matchAll(/read_result id="([^"]+)"/gu)) {
    const text = read(id);
    const isExact = outputs.has(id) ? text === outputs.get(id) : text !== undefined;
    if (!isExact) violations.push(`step ${view.steps}: ${id} of the head is missing`);
  }
}
