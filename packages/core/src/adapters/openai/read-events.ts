const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Makes a reader of server-sent events: it is given bytes however they were cut and calls `onData` with the text of each `data:` line that is
 * complete and not empty. `onData` answers false when no further one matters; so does the reader then.
 */
export function createEventReader(onData: (data: string) => boolean): (bytes: Uint8Array) => boolean {
  const decoder = new TextDecoder();
  let unfinished: Uint8Array[] = [];
  return (bytes) => {
    const end = lastLineEnd(bytes) + 1;
    if (end === 0) {
      unfinished.push(bytes);
      return true;
    }
    const lines = bytes.subarray(0, end);
    // Decoded up to the end of a line, so that no character is cut.
    const text = decoder.decode(unfinished.length === 0 ? lines : joined([...unfinished, lines]));
    unfinished = end === bytes.length ? [] : [bytes.subarray(end)];
    return readLines(text, onData);
  };
}

function lastLineEnd(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at >= 0 && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at -= 1;
  return at;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function readLines(raw: string, onData: (data: string) => boolean): boolean {
  const text = raw.includes("\r") ? raw.replaceAll(/\r\n?/gu, "\n") : raw;
  let from = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
    const data = text.startsWith("data:", from) ? text.slice(from + 5, end).trim() : "";
    from = end + 1;
    if (data !== "" && !onData(data)) return false;
  }
  return true;
}
