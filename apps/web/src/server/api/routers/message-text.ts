import { z } from "zod";

/** In characters. A longer message belongs in a file. */
const MAX_TEXT_LENGTH = 200_000;

/** The text of a message to an agent. */
export const MESSAGE_TEXT = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .refine((text) => text.trim() !== "", "must not be empty");
