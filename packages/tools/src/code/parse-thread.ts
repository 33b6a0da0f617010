import { createThread, type ThreadAnswer } from "../bounded/thread.ts";
import {
  CODE_MAX_CHILDREN,
  CODE_MAX_COUNTED,
  CODE_MAX_ERRORS,
  CODE_MAX_FOUND,
  CODE_TIME_LIMIT_MS,
} from "./tunables.ts";
import type { SyntaxNode, SyntaxProblem } from "./syntax.ts";

/** A node that a query found. `parent`: that of a function or class without a name of its own, which may give it one. */
export type FoundNode = {
  readonly capture: string;
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | null;
};

/** The nodes that a query found in a text, in the order of the text. */
export type FoundNodes = {
  readonly kind: "found";
  readonly found: readonly FoundNode[];
  /** The positions of nodes that are only counted: offset and first and last line of each. */
  readonly counted: Readonly<Record<string, readonly (readonly [number, number, number])[]>>;
  readonly problems: readonly SyntaxProblem[];
  /** Whether there is more than the limits permit. */
  readonly isCut: boolean;
};

/** A part of a syntax tree. */
export type ParsedTree = {
  readonly kind: "tree";
  readonly root: SyntaxNode;
  readonly nodes: number;
  readonly problems: readonly SyntaxProblem[];
};

/** The text could not be parsed at all. */
export type ParseFailure = { readonly kind: "failed"; readonly message: string };

/** A text and the file of its grammar. */
export type ParsedText = { readonly grammar: string; readonly text: string };

/** Parses foreign sources in a thread with a limit of time. */
export type ParseThread = {
  /** Runs a query. A capture is followed to its depth in `depths`; one without a depth is only counted. */
  find(
    source: ParsedText,
    query: string,
    depths: Readonly<Record<string, number>>,
  ): Promise<ThreadAnswer<FoundNodes | ParseFailure>>;
  /** Returns the smallest node that covers these lines, from 1, and what is below it, breadth first, named nodes only. */
  tree(
    source: ParsedText,
    part: {
      readonly fromLine: number;
      readonly toLine: number | null;
      readonly depth: number;
      readonly maxNodes: number;
    },
  ): Promise<ThreadAnswer<ParsedTree | ParseFailure>>;
  close(): Promise<void>;
};

const PROGRAM = `
const { Language, Parser, Query } = load("web-tree-sitter");
let started = null;
const languages = new Map();
const queries = new Map();

async function answer(question) {
  try {
    await (started ??= Parser.init());
    if (!languages.has(question.grammar)) languages.set(question.grammar, await Language.load(question.grammar));
    const language = languages.get(question.grammar);
    const parser = new Parser();
    parser.setLanguage(language);
    const tree = parser.parse(question.text);
    try {
      return question.kind === "find" ? find(tree, language, question) : part(tree, question);
    } finally {
      tree.delete();
      parser.delete();
    }
  } catch (error) {
    return { kind: "failed", message: String(error?.message ?? error).slice(0, 300) };
  }
}

function find(tree, language, { grammar, query, depths, limits }) {
  const key = grammar + "\\0" + query;
  if (!queries.has(key)) queries.set(key, new Query(language, query));
  const found = [];
  const counted = {};
  let count = 0;
  let isCut = false;
  for (const { name, node } of queries.get(key).captures(tree.rootNode)) {
    if (name.startsWith("_")) continue;
    if (depths[name] === undefined) {
      count += 1;
      if (count > limits.counted) isCut = true;
      else (counted[name] ??= []).push([node.startIndex, node.startPosition.row + 1, node.endPosition.row + 1]);
      continue;
    }
    if (found.length >= limits.found) {
      isCut = true;
      continue;
    }
    const copied = { ...copy(node, null, depths[name], limits), endLine: lastRow(node) + 1 };
    found.push({ capture: name, node: copied, parent: parentOf(node, limits) });
  }
  return { kind: "found", found, counted, problems: problemsOf(tree.rootNode, limits), isCut };
}

// Comments below the last statement are no part of it, although a grammar without braces counts them.
function lastRow(node) {
  let last = node;
  let hasComments = false;
  while (last.childCount > 0) {
    let index = last.childCount - 1;
    while (index >= 0 && last.child(index).type === "comment") index -= 1;
    if (index < 0) break;
    hasComments ||= index < last.childCount - 1;
    last = last.child(index);
  }
  return (hasComments ? last : node).endPosition.row;
}

// Finding a parent starts at the root, so it is done only where the parent has the name.
function parentOf(node, limits) {
  if (!limits.unnamed.includes(node.type) || node.childForFieldName("name") !== null) return null;
  const { parent } = node;
  return parent === null || parent.childCount > limits.parentChildren ? null : copy(parent, null, 1, limits);
}

function bare(node, field) {
  return {
    type: node.type,
    field,
    isNamed: node.isNamed,
    start: node.startIndex,
    end: node.endIndex,
    line: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
  };
}

// Bodies are looked into by the query itself.
function copy(node, field, depth, limits) {
  const own = bare(node, field);
  if (depth === 0 || field === "body") return { ...own, children: [] };
  const children = [];
  const count = Math.min(node.childCount, limits.children);
  const all = node.children;
  for (let index = 0; index < count; index += 1)
    children.push(copy(all[index], node.fieldNameForChild(index), depth - 1, limits));
  return all.length > count ? { ...own, children, isCut: true } : { ...own, children };
}

function part(tree, { fromLine, toLine, depth, maxNodes, limits }) {
  const top = toLine === null ? tree.rootNode : covering(tree.rootNode, fromLine - 1, toLine - 1);
  const root = { ...bare(top, null), children: [] };
  let nodes = 1;
  let level = [[top, root]];
  for (let at = 0; level.length > 0; at += 1) {
    const next = [];
    for (const [node, copied] of level)
      for (let index = 0; index < node.childCount; index += 1) {
        const child = node.child(index);
        if (!child.isNamed && !child.isMissing) continue;
        if (toLine !== null && (child.endPosition.row < fromLine - 1 || child.startPosition.row > toLine - 1)) continue;
        if (at >= depth || nodes >= maxNodes || copied.children.length >= limits.children) {
          copied.isCut = true;
          break;
        }
        nodes += 1;
        const below = { ...bare(child, node.fieldNameForChild(index)), children: [] };
        copied.children.push(below);
        next.push([child, below]);
      }
    level = next;
  }
  return { kind: "tree", root, nodes, problems: problemsOf(tree.rootNode, limits) };
}

// The parser's own search works with columns; lines are enough, and simpler to state.
function covering(root, from, to) {
  let top = root;
  for (;;) {
    const inner = top.namedChildren.find((child) => child.startPosition.row <= from && child.endPosition.row >= to);
    if (inner === undefined || inner.namedChildCount === 0) return top;
    top = inner;
  }
}

function problemsOf(root, limits) {
  const problems = [];
  const stack = root.hasError ? [root] : [];
  while (stack.length > 0 && problems.length < limits.errors) {
    const node = stack.pop();
    if (node.isMissing) problems.push({ line: node.startPosition.row + 1, missing: node.type });
    else if (node.isError) problems.push({ line: node.startPosition.row + 1, missing: null });
    else
      for (let index = node.childCount - 1; index >= 0; index -= 1) {
        const child = node.child(index);
        if (child.hasError || child.isMissing) stack.push(child);
      }
  }
  return problems;
}
`;

/** Functions and classes that get their name from where they are written. */
export const UNNAMED_TYPES: readonly string[] = [
  "arrow_function",
  "function_expression",
  "generator_function",
  "class",
];

const LIMITS = {
  found: CODE_MAX_FOUND,
  counted: CODE_MAX_COUNTED,
  children: CODE_MAX_CHILDREN,
  errors: CODE_MAX_ERRORS,
  unnamed: UNNAMED_TYPES,
  // A declaration, a property, an assignment or an export.
  parentChildren: 12,
};

/** Creates the thread; it starts with the first question. Close it when done. */
export function createParseThread(options: {
  /** The workspace that asks. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Time for one text in milliseconds. @default CODE_TIME_LIMIT_MS */
  readonly timeLimitMs?: number | undefined;
}): ParseThread {
  const { timeLimitMs = CODE_TIME_LIMIT_MS } = options;
  const setUp = { ...options, timeLimitMs, program: PROGRAM, packages: ["web-tree-sitter"] };
  const queries = createThread<object, FoundNodes | ParseFailure>(setUp);
  const trees = createThread<object, ParsedTree | ParseFailure>(setUp);
  return {
    find: async (source, query, depths) =>
      await queries.ask({ kind: "find", ...source, query, depths, limits: LIMITS }),
    tree: async (source, part) => await trees.ask({ kind: "tree", ...source, ...part, limits: LIMITS }),
    close: async () => {
      await Promise.all([queries.close(), trees.close()]);
    },
  };
}
