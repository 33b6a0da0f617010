import type { HttpResponse } from "../../ports/http-transport.ts";
import { MAX_ERROR_BYTES, MAX_EVENT_BYTES } from "../../tunables.ts";
import type { Collector } from "./collect.ts";
import { isWebPage, type ReadBody, readBody, readText } from "./read-body.ts";
import { createEventReader } from "./read-events.ts";
import { readReportedError, type ReportedError } from "./reported-error.ts";
import { parseJson } from "../../parse-json.ts";

/** The reason why a response with a success status gave no complete answer. */
export type AnswerProblem =
  /** The provider reported an error within its answer. */
  | { readonly kind: "reported"; readonly error: ReportedError; readonly isStream: boolean }
  /** The body is not an answer. */
  | { readonly kind: "other_body"; readonly body: ReadBody }
  /** One event or document exceeds the limit. */
  | { readonly kind: "too_long" }
  | { readonly kind: "broken"; readonly thrown: unknown };

type Reader = {
  readonly collector: Collector;
  onBytes(): void;
  /** Resolves when the next bytes of a stream may be read; null for immediately. */
  wait(bytes: number): Promise<void> | null;
};

/**
 * Reads an answer into the collector: a stream of server-sent events, newline-delimited JSON, or one JSON document. Returns the problem if
 * it could not be read to its end.
 */
export async function readAnswer(answer: HttpResponse, reader: Reader): Promise<AnswerProblem | null> {
  const type = answer.headers["content-type"] ?? "";
  try {
    return /\bjson\b/iu.test(type) && !/ndjson|json-seq|jsonl|stream/iu.test(type)
      ? await readDocument(answer, reader)
      : await readStream(answer, reader);
  } catch (thrown) {
    return { kind: "broken", thrown };
  }
}

async function readStream(answer: HttpResponse, reader: Reader): Promise<AnswerProblem | null> {
  const { collector, onBytes, wait } = reader;
  const stream = createStreamReader(collector);
  const beginning = createBeginning();
  try {
    await answer.read((bytes) => {
      beginning.add(bytes);
      const wantsMore = stream.read(bytes);
      onBytes();
      const reads = wantsMore && !beginning.isWholeTitle();
      const waiting = reads ? wait(bytes.length) : null;
      return waiting === null ? reads : waiting.then(() => true);
    });
  } catch (thrown) {
    // A page that never ends is still a page.
    if (isWebPage(beginning.text())) return { kind: "other_body", body: readBody(beginning.text()) };
    throw thrown;
  }
  stream.end();
  const problem = stream.problem();
  if (problem !== null || collector.hasChunks()) return problem;
  const text = beginning.text();
  // An event stream without an event was cut off.
  const isEvents = /^\s*(data|event|id|retry)?:/u.test(text);
  const isCutEvents =
    /event-stream/iu.test(answer.headers["content-type"] ?? "") && !/^\s*[<{[]|^$/u.test(text);
  return isEvents || isCutEvents ? null : readWhole(text, reader);
}

async function readDocument(answer: HttpResponse, reader: Reader): Promise<AnswerProblem | null> {
  const { text, isWhole } = await readText(answer, MAX_EVENT_BYTES, reader.onBytes);
  return isWhole ? readWhole(text, reader) : { kind: "too_long" };
}

/** Reads a whole body: a document, or a stream that was announced as one. */
function readWhole(text: string, { collector }: Reader): AnswerProblem | null {
  const value = parse(text);
  if (value === undefined) {
    const stream = createStreamReader(collector);
    stream.read(new TextEncoder().encode(text));
    stream.end();
    if (stream.problem() !== null || collector.hasChunks()) return stream.problem();
    // JSON that was cut off.
    if (/^\s*[[{]/u.test(text)) return null;
    return { kind: "other_body", body: readBody(text) };
  }
  const reported = collector.add(value);
  if (reported !== null) return reportedProblem(reported, false);
  // A document is complete, with or without a finish reason.
  if (collector.hasChunks()) collector.end();
  return collector.hasChunks() ? null : { kind: "other_body", body: readBody(text) };
}

/** Reads events into the collector until its end mark, a reported error or its limit. */
function createStreamReader(collector: Collector): {
  read(bytes: Uint8Array): boolean;
  end(): void;
  problem(): AnswerProblem | null;
} {
  let problem: AnswerProblem | null = null;
  let hasEnded = false;
  const fail = (reported: unknown): boolean => {
    problem = reportedProblem(reported, true);
    return false;
  };
  const events = createEventReader(
    {
      onValue: (value) => {
        const reported = collector.add(value);
        return reported === null ? !collector.isFull() : fail(reported);
      },
      onError: fail,
      onEnd: () => {
        collector.end();
        hasEnded = true;
        return false;
      },
      onUnreadable: () => {
        // After the finish reason only usage follows.
        if (!collector.finished()) collector.noteUnreadable();
        return true;
      },
    },
    MAX_EVENT_BYTES,
  );
  return {
    read: (bytes) => {
      const wantsMore = events.read(bytes);
      if (events.isTooLong()) problem = { kind: "too_long" };
      return wantsMore;
    },
    end: () => {
      if (problem === null && !hasEnded && !collector.isFull()) events.end();
    },
    problem: () => problem,
  };
}

function reportedProblem(reported: unknown, isStream: boolean): AnswerProblem {
  const error = readReportedError(reported) ?? { message: "", codes: "", status: null, retryAfterMs: null };
  return { kind: "reported", error, isStream };
}

/** Keeps the beginning of a body, to recognize anything that is not a stream. */
function createBeginning(): { add(bytes: Uint8Array): void; text(): string; isWholeTitle(): boolean } {
  const decoder = new TextDecoder();
  let text = "";
  let room = MAX_ERROR_BYTES;
  let isPage: boolean | null = null;
  return {
    add(bytes) {
      if (room <= 0) return;
      text += decoder.decode(bytes.subarray(0, room), { stream: true });
      room -= bytes.length;
      if (isPage === null && text.trim() !== "") isPage = isWebPage(text);
    },
    text: () => text,
    isWholeTitle: () => isPage === true && (room <= 0 || /<\/(title|h1)/iu.test(text)),
  };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
