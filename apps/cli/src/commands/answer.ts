import { defineCommand } from "citty";
import { decideForTrace, REQUEST_ARGUMENTS } from "../decide-for-trace.ts";

/** `goaltrace answer <trace> --text <answer>`: answers the question that a run waits with. */
export const answerCommand = defineCommand({
  meta: { name: "answer", description: "Answer a question that a run waits with" },
  args: { ...REQUEST_ARGUMENTS, text: { type: "string", required: true, description: "The answer" } },
  run: async ({ args }) => await decideForTrace(args, { kind: "answer", text: args.text }),
});
