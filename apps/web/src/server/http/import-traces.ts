import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { GoaltraceError } from "@goaltrace/core";
import { IMPORT_LIMIT_BYTES, importExport } from "../import-export.ts";
import type { ImportedTrace } from "../import-export.ts";
import { noteAudit, runsNamed } from "../note-audit.ts";
import { answerMember } from "./answer-member.ts";

const HEADER = /^\s*\{\s*"format"\s*:/;
const MOST_TRACES = 500;
const MOST_AT_ONCE = 3;
/** Entries are hundreds of bytes: a file within the size has fewer lines, unless it is made of empty ones to fill the memory. */
const MOST_LINES = 1_000_000;

/**
 * `POST /api/w/:workspace/traces/import` with a file of exported traces as its body. Everything is read and checked before the first trace
 * is stored. Errors: INVALID_INPUT naming the line, or the size; CONFLICT while others import.
 */
export async function importTraces(
  request: Request,
  path: { readonly workspace: string },
): Promise<Response> {
  const access = { workspace: path.workspace, role: "member", fromOurPages: true } as const;
  return answerMember(request, access, async (member) => {
    const { runtime, scope, requestId } = member;
    const imported = await oneOfFew(async () => {
      const files = await splitFiles(request);
      const redactor = await runtime.redactorOf(scope.workspaceId);
      const prepared = files.map(({ lines, before }) =>
        importExport(lines, { scope, ids: runtime.ids, before, redactor }),
      );
      const stored: ImportedTrace[] = [];
      for (const one of prepared) {
        if (request.signal.aborted) break;
        stored.push(await one.store(runtime.stores.traces));
      }
      const change = { action: "trace.imported", ...runsNamed(stored.map(({ id }) => id)) } as const;
      if (stored.length > 0) await noteAudit(member, change);
      return stored;
    });
    return Response.json(
      { imported },
      { headers: { "cache-control": "no-store", "x-request-id": requestId } },
    );
  });
}

let underWay = 0;

/** A file is held in memory while it is checked: many at once would fill it. Errors: CONFLICT. */
async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= MOST_AT_ONCE) throw tooManyAtOnce();
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

/** The lines of one trace, and how many lines of the body stand before them. */
type TraceFile = { readonly lines: string[]; readonly before: number };

/** The lines of each trace in the body. */
async function splitFiles(request: Request): Promise<readonly TraceFile[]> {
  if (Number(request.headers.get("content-length") ?? 0) > IMPORT_LIMIT_BYTES) throw tooLarge();
  if (request.body === null) throw noTrace();
  let size = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > IMPORT_LIMIT_BYTES) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  const files: TraceFile[] = [];
  let number = 0;
  // A readline of a stream that fails never ends by itself: the failure is handed on.
  const source = Readable.from(counted);
  for await (const line of linesOf(source)) {
    if (HEADER.test(line)) files.push({ lines: [], before: number });
    files.at(-1)?.lines.push(line);
    number += 1;
    if (files.length === 0 && line.trim() !== "") throw noTrace();
    if (files.length > MOST_TRACES) throw tooMany();
    if (number > MOST_LINES) throw tooLarge();
  }
  if (files.length === 0) throw noTrace();
  return files;
}

async function* linesOf(source: Readable): AsyncGenerator<string> {
  let failure: Error | undefined;
  source.on("error", (error) => {
    failure = error;
  });
  yield* createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });
  if (failure !== undefined) throw failure;
}

function tooLarge(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The file is larger than ${IMPORT_LIMIT_BYTES / 1_000_000} MB. Nothing was imported.`,
    fix: "Export fewer traces into one file.",
  });
}

function tooManyAtOnce(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "Other files are being imported. Nothing of this one was.",
    fix: "Import it again in a moment.",
  });
}

function tooMany(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The file holds more than ${MOST_TRACES} traces. Nothing was imported.`,
    fix: "Export fewer traces into one file.",
  });
}

function noTrace(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "Line 1 is not the header of an exported trace. Nothing was imported.",
    fix: "Choose a .jsonl file that was made by Export.",
  });
}
