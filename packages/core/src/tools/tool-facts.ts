import { z } from "zod";
import { inputSchema } from "../context/tools-json.ts";
import type { Tool, ToolAnnotations } from "../ports/tool.ts";
import { type SchemaRow, schemaRows } from "./schema-rows.ts";
import { TOOL_TIME_LIMIT_MS } from "../tunables.ts";

/** The definition of a tool as people and programs read it: everything but the function. */
export type ToolFacts = {
  readonly name: string;
  readonly description: string;
  /** The JSON schema of its arguments, as models receive it. */
  readonly inputSchema: object;
  /** The same for people, one row for each argument. */
  readonly arguments: readonly SchemaRow[];
  /** The fields of its results for programs, in `metadata`; empty if it declares none. */
  readonly output: readonly SchemaRow[];
  readonly annotations: ToolAnnotations;
  /** The addresses that it is limited to; null for no limit. */
  readonly urlPatterns: readonly string[] | null;
  /** Whether a person confirms every call. */
  readonly requiresConfirmation: boolean;
  /** The argument that permission rules match; null if rules mean all of its calls. */
  readonly subject: { readonly kind: "path" | "url" | "command"; readonly field: string } | null;
  /** "by_name": only agents whose list names it have it. */
  readonly offered: "all" | "by_name";
  /** In milliseconds; null for none. */
  readonly timeLimitMs: number | null;
  readonly fillsSecrets: boolean;
  /** Whether people read its results as written by a stranger. */
  readonly isTrusted: boolean;
};

/** Returns the facts of a tool's definition, of which the pages, the command line and the guide are made. */
export function toolFacts(tool: Tool): ToolFacts {
  const { name, description, annotations, subject, timeLimitMs = TOOL_TIME_LIMIT_MS } = tool;
  const schema = inputSchema(tool);
  return {
    ...{ name, description, annotations, inputSchema: schema, arguments: schemaRows(schema) },
    output: tool.outputSchema === undefined ? [] : schemaRows(z.toJSONSchema(tool.outputSchema)),
    urlPatterns: tool.urlPatterns ?? null,
    requiresConfirmation: tool.requiresConfirmation === true,
    subject: subject === undefined ? null : { kind: subject.kind, field: subject.field },
    offered: tool.offered ?? "all",
    timeLimitMs: Number.isFinite(timeLimitMs) ? timeLimitMs : null,
    fillsSecrets: tool.fillsSecrets === true,
    isTrusted: (tool.trust ?? "untrusted") !== "untrusted",
  };
}
