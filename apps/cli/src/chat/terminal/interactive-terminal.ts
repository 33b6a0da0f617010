import type { ReadStream, WriteStream } from "node:tty";
import { toPrintable } from "../../print-update.ts";
import type { ChatTerminal, LiveView, Tone } from "./chat-terminal.ts";
import { drawFrame, eraseFrame } from "./draw-frame.ts";
import { createLineEditor } from "./line-editor.ts";
import { createPastedTexts } from "./pasted-texts.ts";
import { createReaders } from "./readers.ts";
import { type Frame, renderFrame } from "./render-frame.ts";
import { createPasteSplitter } from "./split-pastes.ts";

const START_BRACKETED_PASTE = "\u001B[?2004h";
const STOP_BRACKETED_PASTE = "\u001B[?2004l";
const CLEAR_SCREEN = "\u001B[H\u001B[2J\u001B[3J";
const NO_VIEW: LiveView = { text: "", status: "" };
/** For a terminal that does not report its size. */
const DEFAULT_SIZE = { columns: 80, rows: 24 };

export type InteractiveOptions = {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Earlier messages, newest first. */
  readonly history: readonly string[];
  /** Whether lines may be dim or bold. */
  readonly isStyled: boolean;
  /** Returns the line of help for an edited line; empty for none. */
  hint(line: string): string;
  /** Returns what Tab may complete a line to. */
  complete(line: string): readonly string[];
};

/**
 * Takes a terminal over until `close`: lines that stay scroll up, and below them are the streaming text, the status and the edited line, which
 * are drawn again after every change and every resize.
 */
export function openInteractiveTerminal(options: InteractiveOptions): ChatTerminal {
  const { input, output, history, hint, complete, isStyled } = options;
  const pasted = createPastedTexts();
  const split = createPasteSplitter();
  const interrupts = new Set<() => void>();
  let view = NO_VIEW;
  let frame: Frame | null = null;
  let printed: string[] = [];
  let isScheduled = false;
  let isClosed = false;
  /** The unfinished message while a question is asked. */
  let draft = "";
  let question: string | null = null;

  const columns = (): number => output.columns || DEFAULT_SIZE.columns;
  const draw = (): void => {
    isScheduled = false;
    if (isClosed) return;
    const shown = pasted.show(editor.line(), editor.cursor());
    const next = renderFrame({
      ...{ columns: columns(), rows: output.rows || DEFAULT_SIZE.rows },
      ...{ live: view.text, status: view.status, question: question ?? "" },
      ...{ text: shown.text, cursor: shown.cursor, hint: hint(editor.line()) },
    });
    output.write(drawFrame({ previous: frame, next, printed, columns: columns() }));
    printed = [];
    frame = next;
  };
  // Several changes of one turn of the event loop are drawn together.
  const changed = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(draw);
  };
  const readers = createReaders(() => {
    const asked = readers.question();
    if (asked === question) return;
    const wasMessage = (question ?? "") === "";
    const isMessage = (asked ?? "") === "";
    if (wasMessage && !isMessage) draft = editor.line();
    question = asked;
    if (wasMessage !== isMessage) editor.replace(isMessage ? draft : "");
    changed();
  });
  const editor = createLineEditor(
    {
      onLine: (line) => {
        const asked = question ?? "";
        const { text } = pasted.show(line, 0);
        if (line !== "") print(asked === "" ? `\n› ${text}` : `${asked}${text}`, "strong");
        readers.give(pasted.expand(line));
      },
      onChange: changed,
      onInterrupt: () => {
        editor.replace("");
        for (const listener of interrupts) listener();
      },
      onEnd: readers.end,
      onClear: () => {
        frame = null;
        output.write(CLEAR_SCREEN);
      },
      onSuspend: () => suspend(),
      isKept: () => (question ?? "") === "",
      complete,
    },
    { history, pasted },
  );
  const print = (text: string, tone: Tone = "plain"): void => {
    for (const line of toPrintable(text).split("\n")) printed.push(isStyled ? styled(line, tone) : line);
    changed();
  };
  const takeOver = (): void => {
    input.setRawMode(true);
    output.write(START_BRACKETED_PASTE);
    frame = null;
    changed();
  };
  const giveBack = (): void => {
    draw();
    output.write(`${eraseFrame(frame, columns())}${STOP_BRACKETED_PASTE}`);
    input.setRawMode(false);
    frame = null;
  };
  const suspend = (): void => {
    giveBack();
    process.once("SIGCONT", takeOver);
    process.kill(process.pid, "SIGTSTP");
  };
  const onData = (piece: string): void => {
    for (const part of split(piece)) editor.feed(part);
  };
  const onSignal = (): void => {
    for (const listener of interrupts) listener();
  };
  input.setEncoding("utf8");
  input.on("data", onData);
  input.on("end", readers.end);
  // The person closed the window, or the connection ended.
  output.on("error", readers.end);
  output.on("resize", changed);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on("SIGHUP", readers.end);
  takeOver();
  return {
    isInteractive: true,
    print,
    read: async (asked, signal) => await readers.add(asked, signal),
    show: (next) => {
      view = { text: toPrintable(next.text), status: toPrintable(next.status) };
      changed();
    },
    onInterrupt: (listener) => {
      interrupts.add(listener);
      return () => void interrupts.delete(listener);
    },
    clear: () => {
      frame = null;
      output.write(CLEAR_SCREEN);
      changed();
    },
    close: () => {
      if (isClosed) return;
      giveBack();
      isClosed = true;
      editor.close();
      input.off("data", onData);
      input.pause();
      output.off("resize", changed);
      for (const signal of SIGNALS) process.off(signal, onSignal);
      process.off("SIGHUP", readers.end);
    },
  };
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

function styled(line: string, tone: Tone): string {
  if (tone === "plain" || line === "") return line;
  return tone === "quiet" ? `\u001B[2m${line}\u001B[22m` : `\u001B[1m${line}\u001B[22m`;
}
