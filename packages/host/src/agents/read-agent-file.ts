import { AGENT_FIELDS, type AgentFields, STRATEGY_NAMES } from "@goaltrace/core/agents";
import { isServerTool } from "@goaltrace/core/log";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { ToolSet } from "@goaltrace/core/tools";
import { parseDocument } from "yaml";
import type { AgentWarning, AgentWarningKind } from "./agent-warning.ts";

/** A definition as a file states it. `problem`, a sentence, means that its rights cannot be read: the agent must not run. */
export type AgentFile = {
  readonly fields: AgentFields;
  readonly warnings: readonly AgentWarning[];
  readonly problem: string | null;
};

type Note = (kind: AgentWarningKind, message: string, fix: string) => void;

/** The fields of the front matter, as people write them, and the fields of a definition. */
const TEXT_FIELDS = { description: "description", strategy: "strategy", route: "route" } as const;
const RIGHT_FIELDS = {
  tools: "tools",
  "read-only": "isReadOnly",
  memory: "memory",
  "max-steps": "maxSteps",
  "max-tokens": "maxTokens",
  "max-minutes": "maxDurationMs",
} as const;
const KNOWN = ["name", "model", "fallbacks", ...Object.keys(TEXT_FIELDS), ...Object.keys(RIGHT_FIELDS)];
const MINUTE_MS = 60_000;
const FENCE = "---";

/**
 * Reads a definition: YAML between two lines `---`, then the instructions. A field that cannot be used is left out with a warning; if it would take
 * rights away, the agent must not run without it. `name` is that of the file.
 */
export function readAgentFile(
  text: string,
  { file, name, tools }: { readonly file: string; readonly name: string; readonly tools: ToolSet },
): AgentFile {
  const warnings: AgentWarning[] = [];
  const note: Note = (kind, message, fix) => {
    warnings.push({ kind, file, message, fix });
  };
  const { head, body } = splitFrontMatter(text);
  const instructions = body.trim();
  const written = readYaml(head);
  if ("problem" in written) {
    note("bad_yaml", written.problem, 'Write one "field: value" per line between two lines of ---.');
    return { fields: {}, warnings, problem: written.problem };
  }
  for (const field of Object.keys(written.fields).filter((known) => !KNOWN.includes(known)))
    note("unknown_field", `It has a field "${field}", which agents do not have.`, nearestFix(field, KNOWN));
  const stated = written.fields["name"];
  if (stated !== undefined && stated !== name)
    note(
      "bad_name",
      `It says its name is "${toText(stated)}".`,
      `Rename the file, or write "name: ${name}".`,
    );
  const texts = readTexts(written.fields, note);
  const rights = readRights(written.fields, { tools, note });
  const fields = { ...texts, ...rights.fields, ...(instructions === "" ? {} : { instructions }) };
  const checked = AGENT_FIELDS.pick({ instructions: true }).safeParse({ instructions });
  if (!checked.success) note("bad_value", "Its instructions are too long.", "Shorten them.");
  return {
    fields: checked.success ? fields : { ...fields, instructions: "" },
    warnings,
    problem: rights.problem,
  };
}

function readTexts(written: Readonly<Record<string, unknown>>, note: Note): AgentFields {
  const models = toList(written["model"]);
  const fallbacks = toList(written["fallbacks"]);
  const wanted = {
    ...(written["description"] === undefined ? {} : { description: written["description"] }),
    ...(written["strategy"] === undefined ? {} : { strategy: written["strategy"] }),
    ...(written["route"] === undefined ? {} : { route: toRoute(written["route"]) }),
    ...(models === undefined && fallbacks === undefined
      ? {}
      : { models: [...(models ?? []), ...(fallbacks ?? [])] }),
  };
  const entries = Object.entries(wanted).filter(([field, value]) => {
    const isKnown = field !== "strategy" || STRATEGY_NAMES.includes(toText(value));
    if (!isKnown)
      note(
        "unknown_strategy",
        `There is no strategy "${toText(value)}".`,
        nearestFix(toText(value), STRATEGY_NAMES),
      );
    const isUsable = AGENT_FIELDS.safeParse({ [field]: value }).success;
    if (!isUsable) note("bad_value", `Its field "${field}" cannot be used.`, FIXES[field] ?? "Correct it.");
    return isKnown && isUsable;
  });
  return AGENT_FIELDS.parse(Object.fromEntries(entries));
}

function readRights(
  written: Readonly<Record<string, unknown>>,
  { tools, note }: { readonly tools: ToolSet; readonly note: Note },
): { readonly fields: AgentFields; readonly problem: string | null } {
  let problem: string | null = null;
  const fields: Record<string, unknown> = {};
  for (const [field, target] of Object.entries(RIGHT_FIELDS)) {
    const value = written[field];
    if (value === undefined) continue;
    const wanted =
      field === "tools" ? toTools(value) : field === "max-minutes" ? toMilliseconds(value) : value;
    if (wanted === null || !AGENT_FIELDS.safeParse({ [target]: wanted }).success) {
      problem = `Its field "${field}" cannot be read.`;
      note("bad_value", problem, FIXES[field] ?? "Correct it.");
    } else fields[target] = wanted;
  }
  const read = AGENT_FIELDS.parse(fields);
  for (const unknown of read.tools === "all" ? [] : (read.tools ?? []))
    if (tools.find(unknown) === undefined && !isServerTool(unknown))
      note(
        "unknown_tool",
        `There is no tool "${unknown}".`,
        nearestFix(
          unknown,
          tools.tools.map((tool) => tool.name),
        ),
      );
  return { fields: read, problem };
}

const FIXES: Readonly<Record<string, string>> = {
  description: "Write one line of at most 200 characters.",
  route: "Write direct, tools, plan, or decide.",
  models: "Write one reference, such as openai/gpt-4.1, and fallbacks as a list.",
  tools: "Write a list of names, such as [read_file, grep], or all.",
  "read-only": "Write true or false.",
  memory: "Write none, read or write.",
  "max-steps": "Write a whole number from 1 to 1000.",
  "max-tokens": "Write a whole number.",
  "max-minutes": "Write a number of minutes, at most 10080.",
};

function nearestFix(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? `Use one of: ${names.join(", ")}.` : `Did you mean ${nearest}?`;
}

function splitFrontMatter(text: string): { readonly head: string; readonly body: string } {
  const lines = text.replace(/^\uFEFF/u, "").split(/\r?\n/u);
  if (lines[0]?.trim() !== FENCE) return { head: "", body: text };
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === FENCE);
  if (end === -1) return { head: lines.slice(1).join("\n"), body: "" };
  return { head: lines.slice(1, end).join("\n"), body: lines.slice(end + 1).join("\n") };
}

type Written = { readonly fields: Readonly<Record<string, unknown>> } | { readonly problem: string };

function readYaml(head: string): Written {
  try {
    const document = parseDocument(head, { uniqueKeys: true, strict: true });
    const [error] = document.errors;
    if (error !== undefined)
      return { problem: `Its front matter is not valid YAML: ${firstLine(error.message)}.` };
    // Aliases could make a small file large.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (value === null || value === undefined) return { fields: {} };
    if (typeof value !== "object" || Array.isArray(value))
      return { problem: "Its front matter is not a list of fields." };
    return { fields: Object.fromEntries(Object.entries(value)) };
  } catch (error) {
    return { problem: `Its front matter is not valid YAML: ${firstLine(String(error))}.` };
  }
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/[.:]$/u, "");
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function toList(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  return isList(value) ? value : [value];
}

const ROUTES: Readonly<Record<string, unknown>> = {
  ...{ direct: "DIRECT", tools: "SIMPLE_TOOL", plan: "PLAN_REQUIRED", decide: null },
};

/** Returns a route by the word for it; any other value as it is written. */
function toRoute(value: unknown): unknown {
  return typeof value === "string" && Object.hasOwn(ROUTES, value) ? ROUTES[value] : value;
}

/** Returns names from a list or from a text with commas; null for anything else. An empty value grants none. */
function toTools(value: unknown): readonly unknown[] | "all" | null {
  if (value === "all") return "all";
  if (value === null) return [];
  if (isList(value)) return value;
  if (typeof value !== "string") return null;
  return value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function toMilliseconds(value: unknown): number | null {
  return typeof value === "number" ? Math.round(value * MINUTE_MS) : null;
}
