/** The selected lines without their ends, and the total number of lines. */
export type LineWindowResult = {
  readonly lines: readonly string[];
  readonly totalLines: number;
  /** The number of `lines` that were truncated. */
  readonly cutLines: number;
};

export type LineWindowOptions = {
  /** The first line to return, from 1. */
  readonly from: number;
  readonly limit: number;
  readonly maxLineCharacters: number;
  /** The window ends before the line that would exceed this limit, but always includes at least one line. */
  readonly maxCharacters: number;
};

/** Creates a window that selects a range of lines from text arriving in pieces and keeps only that range in memory. */
export function createLineWindow(options: LineWindowOptions): {
  push(text: string): void;
  finish(): LineWindowResult;
} {
  const lines: string[] = [];
  let totalLines = 0;
  let cutLines = 0;
  let characters = 0;
  let isFull = false;
  let pending = "";
  let pendingLength = 0;

  function extend(piece: string): void {
    pendingLength += piece.length;
    // Keeps one character more than is shown, so that a two-character line end is not mistaken for content.
    const room = options.maxLineCharacters + 1 - pending.length;
    if (room > 0) pending += piece.slice(0, room);
  }

  function endLine(): void {
    totalLines += 1;
    const isSelected = !isFull && totalLines >= options.from && lines.length < options.limit;
    if (isSelected) addLine();
    pending = "";
    pendingLength = 0;
  }

  function addLine(): void {
    const isComplete = pending.length === pendingLength;
    const text = isComplete && pending.endsWith("\r") ? pending.slice(0, -1) : pending;
    const length = isComplete ? text.length : pendingLength;
    const isCut = length > options.maxLineCharacters;
    const shown = isCut
      ? `${text.slice(0, options.maxLineCharacters)} […${String(length - options.maxLineCharacters)} more characters in this line]`
      : text;
    if (lines.length > 0 && characters + shown.length > options.maxCharacters) {
      isFull = true;
      return;
    }
    lines.push(shown);
    characters += shown.length + 1;
    if (isCut) cutLines += 1;
  }

  return {
    push(text) {
      let start = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
        extend(text.slice(start, end));
        endLine();
        start = end + 1;
      }
      if (start < text.length) extend(text.slice(start));
    },
    finish() {
      if (pendingLength > 0) endLine();
      return { lines, totalLines, cutLines };
    },
  };
}
