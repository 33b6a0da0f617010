import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { GoaltraceError } from "@goaltrace/core";
import { prepareImport, type PreparedImport, splitExports, storeImports } from "@goaltrace/core/reading";
import { recordAudit, auditedRuns } from "../record-audit.ts";
import { createImportPlaces } from "./import-places.ts";
import { handleMemberRequest } from "./handle-member-request.ts";

/** A file is held in memory while it is checked, so that nothing is stored of a file with an error at its end. */
const MAX_FILE_BYTES = 64_000_000;
const inPlace = createImportPlaces({ total: 3, perWorkspace: 2 });

/**
 * Handles `POST /api/w/:workspace/traces/import` with a file of exported traces as the body. The whole file is checked before the first
 * trace is stored. Errors: INVALID_INPUT with the line number, or for the size; CONFLICT while too many other imports are active.
 */
export async function importTraces(
  request: Request,
  path: { readonly workspace: string },
): Promise<Response> {
  const access = { workspace: path.workspace, role: "member" } as const;
  return handleMemberRequest(request, access, async (member) => {
    const { runtime, scope, requestId } = member;
    const release = await runtime.quotas.take("transfers", { scope, keyId: null });
    const imported = await inPlace(scope.workspaceId, async () => {
      const files = await splitExports(readLines(request));
      const redactor = await runtime.getRedactor(scope.workspaceId);
      // From here on nothing depends on how fast the body arrives.
      const rest = runtime.startLongWork();
      const prepared: PreparedImport[] = [];
      for (const file of files)
        prepared.push(await prepareImport(file, { scope, ids: runtime.ids, redactor, rest }));
      const { signal } = request;
      const stored = await storeImports(prepared, {
        ...{ traces: runtime.stores.traces, ids: runtime.ids, signal },
      });
      const change = { action: "trace.imported", ...auditedRuns(stored.map(({ id }) => id)) } as const;
      if (stored.length > 0) await recordAudit(member, change);
      return stored;
    }).finally(release);
    return Response.json(
      { imported },
      { headers: { "cache-control": "no-store", "x-request-id": requestId } },
    );
  });
}

/** Yields the lines of the body, if any. Errors: INVALID_INPUT for a body above the size limit. */
async function* readLines(request: Request): AsyncGenerator<string> {
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
  // readline treats a failed source as the end of the file, so the error is rethrown here.
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
    fix: "Export fewer traces per file.",
  });
}
