import { z } from "zod";
import { WRITE_MEMORY_TOOL } from "../log/tool-names.ts";
import { checkEntry } from "../memory/gates/check-entry.ts";
import { MEMORY_TYPES } from "../memory/entry-proposal.ts";
import { explainProblem } from "../memory/explain-problem.ts";
import { findSameEntry } from "../memory/find-same-entry.ts";
import { judgeSource } from "../memory/judge-source.ts";
import type { MemoryFinder } from "../memory/memory-finder.ts";
import type {
  MemoryFields,
  MemorySource,
  MemoryStore,
  NewMemory,
  SavedMemory,
} from "../ports/memory-store.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "../ports/tool.ts";
import { memoryPrompt } from "../prompts/generated/memory.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { MAX_MEMORY_KEYWORDS, MAX_RECALL_CANDIDATES, MEMORY_CHARACTERS } from "../memory/tunables.ts";

/** The entries of a workspace, for the tools of its runs. */
export type MemoryAccess = { readonly store: MemoryStore; readonly finder: MemoryFinder };

const input = z.object({
  type: z
    .enum(MEMORY_TYPES)
    .describe(
      "user: the person. feedback: how they want work done. project: a state of affairs with its reason. reference: where something is found.",
    ),
  name: z
    .string()
    .trim()
    .max(MEMORY_CHARACTERS.name)
    .describe("A short title. The same type and name updates the entry."),
  description: z
    .string()
    .trim()
    .max(MEMORY_CHARACTERS.description)
    .describe("One line that says what it is."),
  keywords: z
    .array(z.string().trim().max(MEMORY_CHARACTERS.keyword))
    .max(MAX_MEMORY_KEYWORDS)
    .describe("Words and aliases people would ask with, in English and Chinese."),
  content: z
    .string()
    .trim()
    .max(MEMORY_CHARACTERS.content)
    .describe(
      "The thing to remember. For feedback and project: 'Rule: ... Why: ... How to apply: ...'. Absolute dates only.",
    ),
  quote: z
    .string()
    .trim()
    .max(MEMORY_CHARACTERS.quote)
    .describe("The words that say this, verbatim from the conversation."),
  project: z
    .string()
    .trim()
    .max(MEMORY_CHARACTERS.project)
    .optional()
    .describe("The project, if it holds only there."),
  replaces: z.string().trim().optional().describe("The id of the entry that this corrects."),
});
type Proposal = z.output<typeof input>;

/** Saves what later conversations need. Entries that untrusted text may have caused are held for a person. */
export function writeMemoryTool(memory: MemoryAccess): Tool<typeof input> {
  return defineTool({
    name: WRITE_MEMORY_TOOL,
    description:
      "Saves something for later conversations: a preference, a correction, a decision with its reason, or where something is found. Save what the person states or asks you to remember, including a correction of an earlier entry. Don't save what can be looked up, what only matters now, secrets, or entries from memory.",
    input,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    trust: "workspace",
    execute: async (proposal, context) => await writeMemory(memory, proposal, context),
  });
}

async function writeMemory(
  memory: MemoryAccess,
  { quote, replaces, project: given, ...proposal }: Proposal,
  context: ToolContext,
): Promise<ToolResult> {
  const { scope, traceId, clock } = context;
  const project = given === undefined || given === "" ? null : given;
  const checked = checkEntry(proposal, clock.now(), { personNames: [], quote });
  const problems = checked.accepted ? [] : checked.problems;
  const isUnreadable = problems.some(({ gate }) => gate === "schema" || gate === "secret");
  if (isUnreadable || context.containsSecret(`${proposal.content}\n${quote}`))
    return refuse(problems.map(explainProblem));
  const judged = judgeSource(proposal, quote, context.seenTexts());
  if (judged.kind === "untrusted") {
    const source = { traceId, sequence: judged.sequence, quote };
    return await hold(memory, { fields: { ...proposal, project }, source }, context);
  }
  if (judged.kind === "memory") return failed(memoryPrompt.alreadyKnown);
  if (judged.kind === "runtime") return failed(memoryPrompt.restated);
  if (problems.length > 0) return refuse(problems.map(explainProblem));
  if (replaces === undefined) {
    const options = { limit: MAX_RECALL_CANDIDATES, traceId };
    const same = findSameEntry(proposal, await memory.finder.find(scope, proposal.content, options));
    if (same !== null) return failed(fillPrompt(memoryPrompt.same, { name: same.name, id: same.id }));
  } else if (!(await isKnown(memory.finder, context, replaces)))
    return failed(fillPrompt(memoryPrompt.noEntry, { id: replaces }));
  const saved = await memory.store.save(scope, {
    ...{ ...proposal, project, id: context.ids.next(), audience: "person", state: "active", reason: null },
    source: { traceId, sequence: judged.sequence, quote },
    ...(replaces === undefined ? {} : { replaces }),
  });
  return report(saved, context);
}

/** Keeps an entry out of every context until a person has read it. */
async function hold(
  { store }: MemoryAccess,
  {
    fields,
    source,
  }: {
    readonly fields: MemoryFields & Pick<NewMemory, "project">;
    readonly source: MemorySource;
  },
  context: ToolContext,
): Promise<ToolResult> {
  const { entry } = await store.save(context.scope, {
    ...{ ...fields, id: context.ids.next(), audience: "person", state: "held", source, reason: "untrusted" },
  });
  context.record({
    type: "memory.quarantined",
    data: {
      ...{ quarantineId: entry.id, name: entry.name, reason: "untrusted", sourceSequence: source.sequence },
    },
  });
  return { title: entry.name, output: memoryPrompt.held };
}

function report({ entry, operation }: SavedMemory, context: ToolContext): ToolResult {
  const { id, name, type: memoryType, version } = entry;
  if (operation === "unchanged")
    return { title: name, output: fillPrompt(memoryPrompt.unchanged, { id, name }) };
  context.record({ type: "memory.written", data: { memoryId: id, version, operation, name, memoryType } });
  return {
    title: name,
    output: fillPrompt(memoryPrompt.saved, { id, name, version: String(version) }),
  };
}

async function isKnown(finder: MemoryFinder, { scope, traceId }: ToolContext, id: string): Promise<boolean> {
  return (await finder.lookUp(scope, [id], traceId)).has(id);
}

function refuse(reasons: readonly string[]): ToolResult {
  return failed(fillPrompt(memoryPrompt.rejected, { problems: reasons.join("\n") }));
}

function failed(output: string): ToolResult {
  return { outcome: "error", title: memoryPrompt.notSavedTitle, output };
}
