import { explainCall, policyPlace } from "@goaltrace/host";
import { ID } from "@goaltrace/host/api";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const EFFECT = z.enum(["allow", "ask", "deny"]);

export const explainPermission = endpoint({
  method: "post",
  address: "/api/permissions/explain",
  name: "explainPermission",
  scope: "read",
  summary: "Explains how a tool call would be decided now. Runs nothing.",
  body: z.object({
    tool: ID.describe("Name of the tool."),
    arguments: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("The arguments of the call. Defaults to none."),
    conversationId: ID.optional().describe("Conversation whose mode and rules count too. Defaults to none."),
    agent: ID.default("general").describe("Name of the agent that calls. Defaults to `general`."),
    folderId: ID.optional().describe("Project folder. Defaults to that of the conversation."),
  }),
  response: z.object({
    effect: EFFECT,
    cause: z.enum(["rule", "mode", "read_only", "protected"]),
    reason: z.string(),
    mode: z.enum(["read-only", "ask", "auto"]),
    subjects: z.array(z.string()).describe("The paths or the address that patterns are compared with."),
    rules: z
      .array(
        z.object({
          ...{ id: z.string(), layer: z.string(), text: z.string(), decides: z.boolean() },
          fate: z.string().describe("Why the rule decides or does not, as a code."),
          why: z.string().describe("The same in words."),
        }),
      )
      .describe("Every rule that matches, the deciding one first."),
  }),
  status: 200,
  handle: async ({ runtime, scope }, { body }) => {
    const place = await policyPlace(runtime, scope, { ...body, conversationId: body.conversationId ?? null });
    return explainCall(runtime, { ...place, tool: body.tool, arguments: body.arguments });
  },
});
