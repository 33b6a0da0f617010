import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { standardOutput } from "../standard-output.ts";
import { undoLines } from "../undo-lines.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace undo <trace>`: brings back the files that a run changed. */
export const undoCommand = defineCommand({
  meta: { name: "undo", description: "Undo the file changes of a run" },
  args: {
    trace: { type: "positional", description: "Trace id", required: true },
    "dry-run": { type: "boolean", description: "Only show what would be undone" },
    json: { type: "boolean", description: "Print one JSON line" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  },
  run: async ({ args }) => {
    const isDryRun = args["dry-run"] === true;
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const changes = isDryRun
        ? await runtime.fileChanges.preview(scope, args.trace)
        : await runtime.fileChanges.undo(scope, args.trace, { ofOthers: true });
      const lines = args.json === true ? [JSON.stringify(changes)] : undoLines(changes, isDryRun);
      for (const line of lines) standardOutput.print(line);
      if (!isDryRun && changes.paths.some(({ outcome }) => outcome === "failed")) process.exitCode = 1;
    });
  },
});
