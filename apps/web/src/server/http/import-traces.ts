import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { GoaltraceError } from "@goaltrace/core";
import { prepareImport, splitExports } from "@goaltrace/core/reading";
import type { ImportedTrace, PreparedImport } from "@goaltrace/core/reading";
import { noteAudit, runsNamed } from "../note-audit.ts";
import { answerMember } from "./answer-member.ts";

/** A file is held in memory while it is checked: nothing is stored of a file that is wrong at its end. */
const MAX_FILE_BYTES = 64_000_000;
const MAX_CONCURRENT_IMPORTS = 3;

/**
 * `POST /api/w/:workspace/traces/import` with a file of exported traces as its body. Everything is read and checked before the first trace
 * is stored. Errors: INVALID_INPUT with the line number, or for the size; CONFLICT while others import.
 */
export async function importTraces(
  request: Request,
  path: { readonly workspace: string },
): Promise<Response> {
  const access = { workspace: path.workspace, role: "member", fromOurPages: true } as const;
  return answerMember(request, access, async (member) => {
    const { runtime, scope, requestId } = member;
    const imported = await limitConcurrency(async () => {
      const files = await splitExports(linesOf(request));
      const redactor = await runtime.getRedactor(scope.workspaceId);
      const prepared: PreparedImport[] = [];
      for (const file of files)
        prepared.push(await prepareImport(file, { scope, ids: runtime.ids, redactor }));
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

let active = 0;

/** A file is held in memory while it is checked, and many at once would fill it. Errors: CONFLICT. */
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (active >= MAX_CONCURRENT_IMPORTS) throw tooManyAtOnce();
  active += 1;
  try {
    return await work();
  } finally {
    active -= 1;
  }
}

/** The lines of the body, of which there may be none. Errors: INVALID_INPUT for more bytes than an import may have. */
async function* linesOf(request: Request): AsyncGenerator<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_FILE_BYTES) throw tooLarge();
  if (request.body === null) return;
  let size = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > MAX_FILE_BYTES) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  const source = Readable.from(counted);
  let failure: Error | undefined;
  // When its source fails, readline ends as if the file were over, so the failure is rethrown here.
  source.on("error", (error) => {
    failure = error;
  });
  yield* createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });
  if (failure !== undefined) throw failure;
}

function tooLarge(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Nothing was imported.`,
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
