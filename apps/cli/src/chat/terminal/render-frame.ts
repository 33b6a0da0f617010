import { layOutText, type Place } from "./lay-out-text.ts";

/** Everything that the moving part of the screen shows, below the lines that stay. */
export type FrameState = {
  readonly columns: number;
  readonly rows: number;
  /** The text that streams in, which is not complete; may be empty. */
  readonly live: string;
  /** One line about the run, or about the conversation while none is active. */
  readonly status: string;
  /** The question to the person; empty while the line is a message. */
  readonly question: string;
  /** The edited text as a person sees it, and the index of the cursor in it. */
  readonly text: string;
  readonly cursor: number;
  /** One line of help below the text; empty for none. */
  readonly hint: string;
};

/** The lines of the moving part, none wider than the terminal, and the place of the cursor in them. */
export type Frame = { readonly lines: readonly string[]; readonly cursor: Place };

const PROMPT = "› ";
/** As wide as the prompt. */
const CONTINUED = "  ";
const EMPTY: Frame = { lines: [""], cursor: { row: 0, column: 0 } };

/**
 * Returns what the moving part looks like. It always leaves one row of the terminal free: the text around the cursor comes first, then the
 * status, then the end of the streaming text.
 */
export function renderFrame(state: FrameState): Frame {
  const room = state.rows - 1;
  if (room < 1 || state.columns < 4) return EMPTY;
  const input = layOutText(state.text, state.columns - PROMPT.length);
  const at = input.place(state.cursor);
  const below = state.hint === "" || room < 4 ? [] : [cut(state.hint, state.columns)];
  const question = state.question === "" ? [] : ending(wrap(state.question, state.columns), 2);
  const status = state.status === "" ? [] : [cut(state.status, state.columns)];
  const above = ending([...status.map(dim), ...question.map(bold)], room - 1);
  const inputRoom = Math.max(1, room - above.length - below.length);
  const first = Math.max(0, Math.min(at.row - inputRoom + 1, input.lines.length - inputRoom));
  const visible = input.lines
    .slice(first, first + inputRoom)
    .map((line, index) => `${first + index === 0 ? PROMPT : CONTINUED}${line}`);
  const liveRoom = room - above.length - below.length - visible.length;
  const live = state.live === "" ? [] : ending(wrap(state.live, state.columns), liveRoom);
  const lines = [...live, ...above, ...visible, ...below.map(dim)];
  const row = live.length + above.length + at.row - first;
  return { lines, cursor: { row, column: PROMPT.length + at.column } };
}

function wrap(text: string, columns: number): readonly string[] {
  const { lines } = layOutText(text, columns);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Returns the last lines, at most `count`. */
function ending(lines: readonly string[], count: number): readonly string[] {
  return lines.slice(lines.length - Math.min(lines.length, Math.max(0, count)));
}

/** Returns the part of a line that fits. */
function cut(text: string, columns: number): string {
  return layOutText(text, columns).lines[0] ?? "";
}

const dim = (line: string): string => `\u001B[2m${line}\u001B[22m`;
const bold = (line: string): string => `\u001B[1m${line}\u001B[22m`;
