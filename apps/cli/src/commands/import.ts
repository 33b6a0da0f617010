import { prepareImport, type PreparedImport, splitExports, storeImports } from "@goaltrace/core/reading";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { readLines } from "../read-input.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace import <file>`: stores exported runs in a workspace. Nothing is stored unless the whole file is valid. */
export const importCommand = defineCommand({
  meta: { name: "import", description: "Import runs from a file of JSON lines" },
  args: {
    file: { type: "positional", description: "File of exported runs; - for standard input", required: true },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    json: { type: "boolean", description: "Print JSON" },
  },
  run: async ({ args }) => {
    const files = await splitExports(readLines(args.file, process.stdin));
    await withRuntime(async (runtime) => {
      const { database, ids, clock, getRedactor } = runtime;
      const scope = await localScope(runtime, args.workspace);
      const redactor = await getRedactor(scope.workspaceId);
      const prepared: PreparedImport[] = [];
      for (const file of files) prepared.push(await prepareImport(file, { scope, ids, redactor }));
      const imported = await storeImports(prepared, { traces: database.traces, ids });
      const members = await database.members.list(scope.workspaceId);
      await database.audit.add(scope.workspaceId, {
        ...{ id: ids.next(), at: clock.now(), personId: scope.personId, action: "trace.imported" },
        email: members.find(({ personId }) => personId === scope.personId)?.email ?? scope.personId,
        target: imported
          .slice(0, MAX_AUDITED_IDS)
          .map(({ id }) => id)
          .join(", "),
        detail: { runs: String(imported.length), by: "command line" },
      });
      if (args.json === true) standardOutput.print(JSON.stringify({ imported }));
      else
        for (const { id, renamed } of imported)
          standardOutput.print(renamed ? `${id} (a new id, because its own is in use)` : id);
    });
  },
});

/** The audit entry lists this many runs; their number is always in it. */
const MAX_AUDITED_IDS = 5;
