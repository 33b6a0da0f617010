import { createInterface, type Key } from "node:readline";
import { PassThrough } from "node:stream";
import { LINE_BREAK, type PastedTexts, toEdited } from "./pasted-texts.ts";
import type { TerminalInput } from "./split-pastes.ts";

/** The line that a person edits, with its history. It draws nothing. */
export type LineEditor = {
  feed(input: TerminalInput): void;
  /** The edited line; pasted texts are one character each. */
  line(): string;
  /** The index of the cursor in the line. */
  cursor(): number;
  /** Replaces the line; the cursor is at its end. */
  replace(line: string): void;
  close(): void;
};

export type LineEditorEvents = {
  onLine(line: string): void;
  onChange(): void;
  onInterrupt(): void;
  /** Ctrl+D in an empty line. */
  onEnd(): void;
  /** Ctrl+L. */
  onClear(): void;
  /** Ctrl+Z. */
  onSuspend(): void;
  /** Whether the history keeps the line that is being finished. */
  isKept(): boolean;
  /** Returns what Tab may complete the line to. */
  complete(line: string): readonly string[];
};

const HISTORY_LINES = 500;
/** Begins a new line of the text when it is the last character before Enter. */
const CONTINUES = "\\";

/**
 * Creates a line editor over Node's own, which knows the usual keys: arrows, words, history, undo. `history` is newest first. Alt+Enter, Ctrl+J
 * and a backslash before Enter begin a new line of the text.
 */
export function createLineEditor(
  events: LineEditorEvents,
  { history, pasted }: { readonly history: readonly string[]; readonly pasted: PastedTexts },
): LineEditor {
  const keys = new PassThrough();
  const nowhere = new PassThrough();
  nowhere.resume();
  const editor = createInterface({
    input: keys,
    output: nowhere,
    terminal: true,
    history: history.map(toEdited),
    historySize: HISTORY_LINES,
    removeHistoryDuplicates: true,
    completer: (line: string) => [[...events.complete(line)], line],
  });
  let isClosed = false;
  const replace = (line: string): void => {
    editor.write(null, { ctrl: true, name: "e" });
    editor.write(null, { ctrl: true, name: "u" });
    if (line !== "") editor.write(line);
  };
  editor.on("history", (lines: string[]) => {
    if (!events.isKept() || lines[0]?.endsWith(CONTINUES) === true) lines.shift();
  });
  editor.on("line", (line) => {
    if (line.endsWith(CONTINUES)) replace(line.slice(0, -CONTINUES.length) + LINE_BREAK);
    else events.onLine(line);
    events.onChange();
  });
  editor.on("SIGINT", () => events.onInterrupt());
  editor.on("SIGTSTP", () => events.onSuspend());
  editor.on("close", () => {
    if (!isClosed) events.onEnd();
    isClosed = true;
  });
  keys.on("keypress", (_: unknown, key: Key) => {
    if (key.ctrl === true && key.name === "l") events.onClear();
    if (!isClosed) events.onChange();
  });
  return {
    feed: ({ kind, text }) => {
      const typed =
        kind === "paste"
          ? pasted.insert(text)
          : text.replaceAll("\u001B\r", LINE_BREAK).replaceAll("\n", LINE_BREAK);
      // Node appends several characters that arrive together to the line, wherever the cursor is.
      for (const character of typed) if (!isClosed) keys.write(character);
    },
    line: () => editor.line,
    cursor: () => editor.cursor,
    replace,
    close: () => {
      isClosed = true;
      editor.close();
    },
  };
}
