const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Creates a reader of server-sent events. It accepts bytes split at any position and calls `onData` with the text of each complete,
 * non-empty `data:` line. The reader returns false once `onData` does, when no further data is needed.
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
    // Decode only up to the end of a line, so that no character is split.
    const text = decoder.decode(unfinished.length === 0 ? lines : concatenate([...unfinished, lines]));
    unfinished = end === bytes.length ? [] : [bytes.subarray(end)];
    return readLines(text, onData);
  };
}

function lastLineEnd(bytes: Uint8Array): number {
  let offset = bytes.length - 1;
  while (offset >= 0 && bytes[offset] !== LINE_FEED && bytes[offset] !== CARRIAGE_RETURN) offset -= 1;
  return offset;
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
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
