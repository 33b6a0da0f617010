import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  visit,
} from "yaml";
import type { SkillProblem, SkillProblemCode } from "./skill-problem.ts";

/** The value of a field. `text` joins the items of a list with commas. */
export type SkillField = {
  readonly kind: "text" | "list" | "map";
  readonly text: string;
  /** From 1, counted in the front matter. */
  readonly line: number;
};

export type FrontMatter = {
  /** The last of equal names counts. */
  readonly fields: ReadonlyMap<string, SkillField>;
  readonly problems: readonly SkillProblem[];
};

/**
 * Reads the front matter of a skill. YAML that the public format forbids (flow style, anchors, tags, repeated fields) and broken YAML is read as
 * far as it goes, each with a problem; every scalar is text. Aliases are never followed, so that nothing can grow.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const parsed = parse(text);
  if (parsed === null) return { fields: parseLines(text), problems: [problem("broken_yaml", 1, "")] };
  const { contents, errors } = parsed;
  const [error] = errors;
  if (error !== undefined)
    return {
      fields: parseLines(text),
      problems: [problem("broken_yaml", lineAt(text, error.pos[0]), error.message.split("\n")[0] ?? "")],
    };
  if (!isMap<ParsedNode, ParsedNode | null>(contents))
    return { fields: parseLines(text), problems: [problem("no_mapping", 1, "")] };
  const fields = new Map<string, SkillField>();
  const problems = forbiddenParts(contents, text);
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
  for (const { key, value } of contents.items) {
    const name = isScalar(key) ? String(key.value) : "";
    const { line } = lines.linePos(key.range[0]);
    fields.set(name, toField(value, line));
  }
  return { fields, problems };
}

type Parsed = Pick<ReturnType<typeof parseDocument>, "contents" | "errors">;

/** Nesting within a line: brackets that open others, and dashes of lists within lists. The parser takes a second for some thousands of them. */
const DEEP = /(?:[[{][^[\]{}\n]*){30}|(?:[-?] +){30}|(?:\S: +){100}/u;

/** Null where the nesting is too deep for the parser. */
function parse(text: string): Parsed | null {
  if (DEEP.test(text)) return null;
  try {
    // At another level, the parser does not report a second document, which no one would read.
    return parseDocument(text, {
      ...{ schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "error" },
    });
  } catch {
    return null;
  }
}

function toField(value: ParsedNode | null, line: number): SkillField {
  if (isScalar(value)) return { kind: "text", text: scalarText(value.value), line };
  if (isSeq<Node>(value)) {
    const items = value.items.map((item) => (isScalar(item) ? scalarText(item.value) : ""));
    return { kind: "list", text: items.filter((item) => item !== "").join(", "), line };
  }
  return { kind: isMap(value) ? "map" : "text", text: "", line };
}

function scalarText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns the parts that the public validator rejects, once each, in the order of the text. */
function forbiddenParts(contents: Node, text: string): readonly SkillProblem[] {
  const found = new Map<SkillProblemCode, SkillProblem>();
  const note = (code: SkillProblemCode, node: unknown, what = ""): void => {
    if (!found.has(code)) found.set(code, problem(code, lineAt(text, startOf(node)), what));
  };
  visit(contents, {
    Node: (_key, node) => {
      if (isAlias(node) || node.anchor !== undefined) note("anchor", node);
      if (!isAlias(node) && node.tag !== undefined) note("tag", node, node.tag);
    },
    Collection: (_key, node) => {
      if (node.flow === true) note("flow_style", node);
      if (!isMap(node)) return;
      const names = node.items.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
      const known = new Set<string>();
      const repeated = names.find((name) => known.size === known.add(name).size);
      if (repeated !== undefined) note("repeated_field", node, repeated);
      const maps = node.items.map(({ value }) => value).filter((value) => isMap(value));
      const uneven = maps.find((map) => columnAt(text, startOf(map)) !== columnAt(text, startOf(maps[0])));
      if (uneven !== undefined) note("uneven_indentation", uneven);
    },
  });
  return [...found.values()];
}

function startOf(node: unknown): number {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : 0;
}

/**
 * Reads `name: value` lines as they are, with the indented lines below them, for front matter that is not YAML: mostly values with a colon and
 * without quotes.
 */
function parseLines(text: string): ReadonlyMap<string, SkillField> {
  const fields = new Map<string, SkillField>();
  let current: string | undefined;
  const [first = ""] = text.split(/^\.\.\.\s*$/mu, 1);
  first.split("\n").forEach((line, index) => {
    const [, name, value = ""] = /^([a-z][\w-]*):(?:\s+(.*))?$/iu.exec(line) ?? [];
    const above = current === undefined ? undefined : fields.get(current);
    if (name !== undefined) {
      const bare = value.trim().replace(/^(["'])(.*)\1$/u, "$2");
      fields.set(name, { kind: "text", text: /^[|>][+-]?\d*$/u.test(bare) ? "" : bare, line: index + 1 });
      current = name;
    } else if (current !== undefined && above !== undefined && /^\s+\S/u.test(line))
      fields.set(current, { ...above, text: `${above.text} ${line.trim()}`.trim() });
  });
  return fields;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function columnAt(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function problem(code: SkillProblemCode, line: number, found: string): SkillProblem {
  return { code, line, found };
}
