import { z } from "zod";
import { DEFAULT_CONTEXT_WINDOW, MAX_ENDPOINT_CALLS } from "../tunables.ts";

const PRICE = z.object({
  input: z.number().min(0),
  cachedInput: z.number().min(0),
  output: z.number().min(0),
});
/** Tokens of a request; null means a share of the window. */
const THRESHOLD = z.number().int().min(500).max(20_000_000).nullable().default(null);

/**
 * How a model is used, with the defaults of an unconfigured model. Each field has a column of the same name; the price has three columns.
 */
export const MODEL_TUNING = z.object({
  contextWindow: z.number().int().min(1_000).max(20_000_000).default(DEFAULT_CONTEXT_WINDOW),
  clearAbove: THRESHOLD,
  summariseAbove: THRESHOLD,
  /** Calls at once at the endpoint, per worker; further ones wait. Null for any number. */
  maxCalls: z.number().int().min(1).max(MAX_ENDPOINT_CALLS).nullable().default(null),
  /** US dollars per million tokens; null when unknown. */
  price: PRICE.nullable().default(null),
});

/** A model as entered in the settings: its address, its name and how it is used. */
export const MODEL_INPUT = MODEL_TUNING.extend({
  /** Absent for a new model. */
  id: z.string().min(1).max(100).optional(),
  label: z.string().trim().min(1).max(100),
  provider: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9._-]{0,40}$/, "use lower-case letters, digits, dots and dashes"),
  /** Null for OpenAI's address. */
  baseUrl: z.string().trim().max(500).nullable(),
  model: z.string().trim().min(1).max(150),
  /** Absent keeps the stored key; an empty string removes it. */
  key: z.string().trim().max(500).optional(),
});

export type ModelInput = z.output<typeof MODEL_INPUT>;
