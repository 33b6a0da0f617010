import { z } from "zod";
import { COMMAND_DEFAULT_SECONDS, COMMAND_MAX_SECONDS } from "../process/tunables.ts";

/** The time limit that a model may set for a command. */
export const timeoutSeconds = z
  .number()
  .int()
  .min(1)
  .max(COMMAND_MAX_SECONDS)
  .optional()
  .describe(`Default ${String(COMMAND_DEFAULT_SECONDS)}.`);
