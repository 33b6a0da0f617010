import { z } from "zod";
import { AGENT_ROUTES } from "../log/trace.ts";
import { MEMORY_RIGHTS } from "./agent-rights.ts";
import type { AgentFields } from "./layered-agent.ts";
import {
  AGENT_DESCRIPTION_CHARACTERS,
  AGENT_INSTRUCTIONS_CHARACTERS,
  AGENT_MOST_DURATION_MS,
  AGENT_MOST_MODELS,
  AGENT_MOST_STEPS,
  AGENT_MOST_TOKENS,
  AGENT_MOST_TOOLS,
} from "./tunables.ts";

/** Names of agents: lower case, as in file names and on command lines. */
export const AGENT_NAME = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/u,
    "Use up to 40 lower-case letters, digits and hyphens, beginning with a letter.",
  );

const AMOUNT = z.number().int().positive();

/** The statement of a layer about an agent. A null limit means that the layer sets none. */
export const AGENT_FIELDS = z.object({
  description: z
    .string()
    .trim()
    .max(AGENT_DESCRIPTION_CHARACTERS)
    .regex(/^[^\n\r]*$/u, "Use one line.")
    .optional(),
  instructions: z.string().max(AGENT_INSTRUCTIONS_CHARACTERS).optional(),
  models: z.array(z.string().trim().min(1).max(200)).max(AGENT_MOST_MODELS).optional(),
  strategy: z.string().min(1).max(64).optional(),
  route: z.enum(AGENT_ROUTES).nullable().optional(),
  tools: z.union([z.literal("all"), z.array(z.string().min(1).max(64)).max(AGENT_MOST_TOOLS)]).optional(),
  isReadOnly: z.boolean().optional(),
  memory: z.enum(MEMORY_RIGHTS).optional(),
  maxSteps: AMOUNT.max(AGENT_MOST_STEPS).nullable().optional(),
  maxTokens: AMOUNT.max(AGENT_MOST_TOKENS).nullable().optional(),
  maxDurationMs: AMOUNT.max(AGENT_MOST_DURATION_MS).nullable().optional(),
});

/** Reads a stored definition; undefined if this version cannot. */
export function readAgentFields(value: unknown): AgentFields | undefined {
  const read = AGENT_FIELDS.safeParse(value);
  return read.success ? withoutAbsent(read.data) : undefined;
}

/** Leaves out the fields that say nothing. */
export function withoutAbsent(fields: z.output<typeof AGENT_FIELDS>): AgentFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
