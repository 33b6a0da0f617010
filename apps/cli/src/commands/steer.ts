import { sendSignal } from "@goaltrace/host";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace steer <trace> --text <text>`: sends a text that the model reads before its next call. */
export const steerCommand = defineCommand({
  meta: {
    name: "steer",
    description: "Send a running agent a text that it reads before its next model call",
  },
  args: {
    trace: { type: "positional", description: "Trace id", required: true },
    text: { type: "string", required: true, description: "The text" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  },
  run: async ({ args }) =>
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const body = { kind: "steer", payload: { text: args.text } } as const;
      const ports = { ...runtime, stores: runtime.database };
      const { when } = await sendSignal(ports, scope, { traceId: args.trace, body });
      standardOutput.print(
        when === "now" ? "Sent." : "The run has ended; the next turn of its conversation reads this.",
      );
    }),
});
