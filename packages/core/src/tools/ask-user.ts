import { ASK_USER_TOOL } from "../log/tool-names.ts";
import { questionSchema } from "../ports/question.ts";
import { defineTool } from "../ports/tool.ts";

/**
 * Lets the model ask a person. The loop asks and waits without a worker, and the result is the answer, or that nobody can be asked: the tool
 * itself never runs.
 */
export const askUserTool = defineTool({
  name: ASK_USER_TOOL,
  inSmallWindows: "first",
  description:
    "Asks the person one question and waits for the answer, which may take long. Use it only for decisions that you cannot make or look up yourself.",
  input: questionSchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  trust: "person",
  polling: true,
  execute: () => {
    throw new Error("The loop asks the person; this tool does not run.");
  },
});
