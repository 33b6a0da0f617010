import { toRequestView } from "@goaltrace/host";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { toPrintable } from "../print-update.ts";
import { standardOutput } from "../standard-output.ts";
import { LISTED_REQUESTS } from "../tunables.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace inbox`: lists what runs ask people, oldest first. */
export const inboxCommand = defineCommand({
  meta: { name: "inbox", description: "List the approvals, questions and reports that runs wait for" },
  args: {
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    json: { type: "boolean", description: "Print one JSON line per request" },
  },
  run: async ({ args }) =>
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const page = { cursor: null, limit: LISTED_REQUESTS };
      const own = await runtime.database.requests.list(scope, "waiting", page);
      const others = await runtime.database.requests.list(scope, "others", page);
      const views = [...own.items, ...others.items].map(toRequestView);
      for (const view of views)
        standardOutput.print(
          args.json === true
            ? JSON.stringify(view)
            : toPrintable(`${view.kind} ${view.traceId} --request ${view.id}  ${view.title}`),
        );
      if (views.length === 0 && args.json !== true) standardOutput.print("Nothing is waiting.");
    }),
});
