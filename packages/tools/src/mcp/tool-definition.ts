import { jsonDigest } from "@goaltrace/core/digest";
import { z } from "zod";
import { nodeHash } from "../system/hash.ts";
import { DEFINITION_MAX_CHARACTERS, TOOLS_MAX } from "./tunables.ts";

const DEFINITION = z.looseObject({
  // Databases refuse some of these characters, and names hide behind the others.
  name: z
    .string()
    .min(1)
    .max(128)
    .refine((name) => !/\p{C}/u.test(name), "has a character that cannot be shown"),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.looseObject({ type: z.literal("object").optional() }),
  outputSchema: z.unknown().optional(),
  annotations: z.looseObject({}).optional(),
});

/** A tool as its server defines it, with everything that the definition says. */
export type McpToolDefinition = z.output<typeof DEFINITION>;

/** A list of tools, and one sentence about each that cannot be used. */
export type ReadDefinitions = {
  readonly definitions: readonly McpToolDefinition[];
  readonly problems: readonly string[];
};

/** Reads the list of a server. A definition that is too long, invalid or repeated is left out; it never hides the others. */
export function readDefinitions(tools: readonly unknown[]): ReadDefinitions {
  const definitions = new Map<string, McpToolDefinition>();
  const problems: string[] = [];
  for (const tool of tools.slice(0, TOOLS_MAX)) {
    const read = readDefinition(tool);
    if (typeof read === "string") problems.push(read);
    else if (definitions.has(read.name)) problems.push(`The tool "${shown(read.name)}" is listed twice.`);
    else definitions.set(read.name, read);
  }
  if (tools.length > TOOLS_MAX)
    problems.push(`Only the first ${String(TOOLS_MAX)} of ${String(tools.length)} tools are used.`);
  return { definitions: [...definitions.values()], problems };
}

/** Reads one definition; a sentence about what is wrong with it otherwise. */
export function readDefinition(tool: unknown): McpToolDefinition | string {
  const read = DEFINITION.safeParse(tool);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `A tool is not defined as the protocol says: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`;
  }
  const { length } = JSON.stringify(read.data);
  return length > DEFINITION_MAX_CHARACTERS
    ? `The definition of "${shown(read.data.name)}" has ${String(length)} characters, more than ${String(DEFINITION_MAX_CHARACTERS)}.`
    : read.data;
}

/** Returns the digest of everything that a definition says, whatever the order of its fields. */
export function definitionDigest(definition: McpToolDefinition): string {
  return jsonDigest(definition, nodeHash);
}

function shown(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 64)}…`;
}
