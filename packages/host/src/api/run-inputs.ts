import { STRATEGY_NAMES } from "@goaltrace/core/log";
import { z } from "zod";
import { ID } from "./run-schemas.ts";

/** In characters. */
const MAX_TEXT_LENGTH = 200_000;

/** The body of a request that starts a run. */
export const START_RUN = z.object({
  text: z
    .string()
    .max(MAX_TEXT_LENGTH)
    .refine((text) => text.trim() !== "", "must not be empty")
    .describe("The message with the task for the agent."),
  conversationId: ID.optional().describe("Conversation to continue. Defaults to a new conversation."),
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Model as `provider/model`. Defaults to the conversation's model, or else to the workspace default.",
    ),
  agent: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe("Name of the agent. Defaults to the conversation's agent, or else to `general`."),
  folderId: ID.optional().describe(
    "Project folder to work in. Defaults to the conversation's folder, if it has one.",
  ),
  tools: z
    .array(z.string().min(1).max(100))
    .max(100)
    .optional()
    .describe("Names of the tools that the run may use. Defaults to all tools."),
  strategy: z
    .enum(STRATEGY_NAMES)
    .optional()
    .describe(
      "How the agent works. Defaults to the strategy of the conversation's last turn, or else to that of the agent.",
    ),
  mode: z
    .enum(["agent", "call"])
    .optional()
    .describe(
      "`agent` runs the full loop; `call` makes exactly one model call without tools. Defaults to `agent`.",
    ),
  budget: z
    .string()
    .max(200)
    .optional()
    .describe(
      "The most that the run may use, such as `0.50usd,200ktok,10m,30steps`. Defaults to the conversation's budget, or else to none.",
    ),
  context: z
    .record(z.string().min(1).max(100), z.unknown())
    .optional()
    .describe("Named JSON values to store with the run, up to 8 kB."),
});

/** The answer to it. */
export const STARTED_RUN = z.object({ conversationId: z.string(), traceId: z.string() });

const REQUEST_ID = ID.optional().describe(
  "Request id. May be omitted while the run has only one open request.",
);

/** The bodies of decisions about a request of a run, by the kind of decision. */
export const DECISIONS = {
  approve: z.object({
    requestId: REQUEST_ID,
    arguments: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Arguments to run the call with. Defaults to the call's own."),
  }),
  deny: z.object({
    requestId: REQUEST_ID,
    reason: z.string().trim().max(2_000).optional().describe("The reason, for the model. Defaults to none."),
  }),
  answer: z.object({
    requestId: REQUEST_ID,
    text: z.string().trim().min(1).max(20_000).describe("The answer."),
  }),
  resolve: z.object({
    requestId: REQUEST_ID,
    resolution: z
      .enum(["happened", "run_again", "left"])
      .describe(
        "`happened`: the call took effect and is not repeated; `run_again`: it runs once more; `left`: its outcome stays unknown.",
      ),
  }),
} as const;

/** The answer to a decision. */
export const DECIDED = z.object({ decided: z.literal(true), requestId: z.string() });
