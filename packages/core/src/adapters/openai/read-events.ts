import { parseJson } from "../../parse-json.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Receives the contents of a stream. Each function returns false when no further data is needed. */
export type EventHandlers = {
  /** A parsed value: an event of server-sent events, or a line of newline-delimited JSON. */
  onValue(value: unknown): boolean;
  /** The contents of an event with the name `error`, parsed if they are JSON. */
  onError(value: unknown): boolean;
  /** The end mark `[DONE]`. */
  onEnd(): boolean;
  /** Data that is not JSON. */
  onUnreadable(text: string): boolean;
};

export type EventReader = {
  /** Accepts bytes split at any position. Returns false when no further data is needed, or when an event exceeds the limit. */
  read(bytes: Uint8Array): boolean;
  /** Reads the last line, which some servers send without a line feed. Call it at the end of the stream. */
  end(): void;
  /** True when reading stopped at an event that exceeds the limit. */
  isTooLong(): boolean;
};

/**
 * Creates a reader of server-sent events and of newline-delimited JSON. An event may have several `data:` lines; servers that send no blank
 * lines between events are understood too. Events of more than `maxBytes` are rejected.
 */
export function createEventReader(handlers: EventHandlers, maxBytes: number): EventReader {
  const decoder = new TextDecoder();
  const event = createEventParser(handlers);
  let unfinished: Uint8Array[] = [];
  let unfinishedBytes = 0;
  let isTooLong = false;
  const keep = (bytes: Uint8Array): boolean => {
    unfinished.push(bytes);
    unfinishedBytes += bytes.length;
    isTooLong = unfinishedBytes + event.pendingCharacters() > maxBytes;
    return !isTooLong;
  };
  return {
    read(bytes) {
      const end = lastLineEnd(bytes) + 1;
      if (end === 0) return keep(bytes);
      const lines = bytes.subarray(0, end);
      // Decode only up to the end of a line, so that no character is split.
      const text = decoder.decode(unfinished.length === 0 ? lines : concatenate([...unfinished, lines]));
      unfinished = [];
      unfinishedBytes = 0;
      return readLines(text, event.takeLine) && keep(bytes.subarray(end));
    },
    end() {
      const last = decoder.decode(concatenate(unfinished)).trim();
      unfinished = [];
      if (last === "" || event.takeLine(last)) event.takeLine("");
    },
    isTooLong: () => isTooLong,
  };
}

/** Assembles events from lines. An empty line ends an event. */
function createEventParser({ onValue, onError, onEnd, onUnreadable }: EventHandlers): {
  takeLine(line: string): boolean;
  pendingCharacters(): number;
} {
  let name = "";
  /** The data lines of an event whose first line is not JSON alone. */
  let pending: string[] = [];
  let pendingCharacters = 0;
  const take = (value: unknown): boolean => (name === "error" ? onError(value) : onValue(value));
  const takeEach = (lines: readonly string[]): boolean =>
    lines.every((line) => {
      const value = parse(line);
      return value === undefined ? onUnreadable(line) : take(value);
    });
  const flush = (): boolean => {
    const lines = pending;
    pending = [];
    pendingCharacters = 0;
    if (lines.length === 0) return true;
    const whole = parse(lines.join("\n"));
    if (whole !== undefined) return take(whole);
    return name === "error" ? onError(lines.join("\n")) : takeEach(lines);
  };
  const takeData = (data: string): boolean => {
    if (data === "") return true;
    if (data === "[DONE]") return flush() && onEnd();
    const value = pending.length === 0 ? parse(data) : undefined;
    if (value !== undefined) return take(value);
    pending.push(data);
    pendingCharacters += data.length;
    return true;
  };
  return {
    takeLine(line) {
      if (line.startsWith("data:")) return takeData(line.slice(5).trim());
      if (line.trim() === "") {
        const wantsMore = flush();
        name = "";
        return wantsMore;
      }
      if (line.startsWith("event:")) name = line.slice(6).trim();
      // A line of newline-delimited JSON; a lone brace begins a document instead.
      else if (line.startsWith("{") && line.length > 1) return flush() && takeEach([line]);
      return true;
    },
    pendingCharacters: () => pendingCharacters,
  };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
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

function readLines(raw: string, takeLine: (line: string) => boolean): boolean {
  const text = raw.includes("\r") ? raw.replaceAll(/\r\n?/gu, "\n") : raw;
  let from = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
    const line = text.slice(from, end);
    from = end + 1;
    if (!takeLine(line)) return false;
  }
  return true;
}
