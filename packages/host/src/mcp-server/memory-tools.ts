import { GoaltraceError } from "@goaltrace/core";
import { checkEntry, MEMORY_CHARACTERS, MEMORY_TYPES } from "@goaltrace/core/memory";
import { z } from "zod";
import { TIME } from "../api/run-schemas.ts";
import { defineMcpTool, READS } from "./mcp-tool.ts";
import { FOUND_MEMORIES } from "./tunables.ts";

const TYPE = z
  .enum(MEMORY_TYPES)
  .describe(
    "user: about the person. feedback: how they want work done. project: a state of affairs with its reason. reference: where something is found.",
  );

export const searchMemories = defineMcpTool({
  name: "search_memories",
  title: "Search memory",
  description: "Finds what agents remember for you and your workspace, best first.",
  right: "read",
  annotations: READS,
  input: {
    query: z.string().trim().min(1).max(1_000).describe("Words to look for; names and terms find most."),
    limit: z
      .number()
      .int()
      .min(1)
      .max(FOUND_MEMORIES.max)
      .default(FOUND_MEMORIES.default)
      .describe(`Entries to return, from 1 to ${FOUND_MEMORIES.max}. Defaults to ${FOUND_MEMORIES.default}.`),
  },
  output: {
    items: z.array(
      z.object({
        id: z.string(),
        type: TYPE,
        name: z.string(),
        description: z.string(),
        content: z.string(),
        keywords: z.array(z.string()),
        audience: z.enum(["workspace", "person"]),
        project: z
          .string()
          .nullable()
          .describe("The project that it only holds for; null if it holds everywhere."),
        savedAt: TIME,
        confidence: z.number().describe("From 0 to 1."),
      }),
    ),
  },
  handle: async ({ services, scope }, { query, limit }) => {
    const found = await services.memoryFinder.find(scope, query, { limit, traceId: null });
    const current = found.filter(({ entry }) => entry.supersededBy === null);
    return {
      items: current.map(({ entry, hit }) => {
        const { id, type, name, description, content, keywords, audience, project, savedAt } = entry;
        const shown = { id, type, name, description, content, audience, project, savedAt };
        return { ...shown, keywords: [...keywords], confidence: hit.confidence };
      }),
    };
  },
});

export const proposeMemory = defineMcpTool({
  name: "propose_memory",
  title: "Propose something to remember",
  description:
    "Proposes an entry of memory. A person reviews it on the Memory page; until they accept it, no agent finds it.",
  right: "run",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: {
    type: TYPE,
    name: z.string().trim().min(1).max(120).describe("A short title."),
    description: z.string().trim().min(1).max(300).describe("One line that says what it is."),
    keywords: z.array(z.string().trim().max(60)).max(20).describe("Words that people would ask with."),
    content: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .describe("The thing to remember, with absolute dates. No secrets."),
    audience: z
      .enum(["person", "workspace"])
      .default("person")
      .describe("Who finds it: you, or everyone in the workspace. Defaults to you."),
    project: z
      .string()
      .trim()
      .max(MEMORY_CHARACTERS.project)
      .default("")
      .describe(
        "The project that it only holds for, as people call it. Defaults to none: it holds everywhere.",
      ),
  },
  output: { id: z.string(), state: z.literal("held") },
  handle: async ({ services, scope }, { audience, project, ...fields }) => {
    const { redact } = await services.getRedactor(scope.workspaceId);
    const checked = checkEntry(fields, services.clock.now());
    // The person who reviews it sees all other problems.
    const secrets = checked.accepted ? [] : checked.problems.filter(({ gate }) => gate === "secret");
    const texts = [project, fields.name, fields.description, ...fields.keywords, fields.content];
    if (secrets.length > 0 || texts.some((text) => redact(text) !== text)) throw containsSecret();
    const { entry } = await services.stores.memories.save(scope, {
      ...{ ...fields, id: services.ids.next(), audience, state: "held", source: null, reason: "untrusted" },
      project: project === "" ? null : project,
    });
    return { id: entry.id, state: "held" as const };
  },
});

function containsSecret(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "The entry contains what looks like a secret.",
    fix: "Remove it. Name the place where the secret is kept instead.",
  });
}
