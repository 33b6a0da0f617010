import { z } from "zod";
import { ERASED_BLOB, eraseText } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { defineEvent } from "./define-event.ts";

/** Permission decisions and who made them. */
export const PERMISSION_EVENTS = [
  /** Whether a call may run. The SHA-256 digests identify the tool definition and the arguments that the decision applies to. */
  defineEvent("permission.decided", {
    data: openObject({
      toolCallId: z.string(),
      toolName: z.string(),
      effect: z.enum(["allow", "deny", "ask"]),
      by: z.enum(["default", "rule", "mode", "agent", "person"]),
      ruleId: z.string().nullable(),
      reason: z.string().nullable(),
      definitionDigest: z.string(),
      argumentsDigest: z.string(),
    }),
    // Short arguments can be guessed from their digest.
    erase: (data) => ({ ...data, reason: eraseText(data.reason), argumentsDigest: ERASED_BLOB }),
    outline: ({ effect, toolName, ...data }) =>
      effect === "allow" ? null : { k: "permission", effect, call: data.toolCallId, d: toolName },
  }),
] as const;
