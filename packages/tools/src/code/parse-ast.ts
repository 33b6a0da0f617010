import { countOf } from "@goaltrace/core/log";
import { defineTool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { type CodeAnswer, createCodeReader, openSource } from "./code-reader.ts";
import type { ParsedTree } from "./parse-thread.ts";
import { problemNotices } from "./problem-notices.ts";
import type { Source } from "./read-source.ts";
import { type SyntaxNode, textOf } from "./syntax.ts";
import { AST_DEFAULT_DEPTH, AST_LEAF_CHARACTERS, AST_MAX_DEPTH, AST_MAX_NODES } from "./tunables.ts";

const line = z.int().min(1);
const input = z.object({
  path: z.string().min(1).describe("Source file, relative to the project folder."),
  from_line: line.optional().describe("Only the part of the tree in these lines."),
  to_line: line.optional().describe("Last line of the part."),
  depth: z.int().min(1).max(AST_MAX_DEPTH).default(AST_DEFAULT_DEPTH).describe("Levels below the top node."),
});

/** A node for people: type, role, lines, and the text of a leaf. */
export type AstNode = {
  readonly type: string;
  readonly field: string | null;
  readonly line: number;
  readonly endLine: number;
  readonly text: string | null;
  readonly children: readonly AstNode[];
  readonly isCut: boolean;
};

/** Shows the syntax tree of a file. `metadata` has it as `{path, language, ast}`. */
export const parseAstTool = defineTool({
  name: "parse_ast",
  inSmallWindows: "last",
  description:
    "Returns the syntax tree of a source file or of some of its lines. Works for files with syntax errors.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path", readsAs: "read_file" },
  async execute({ path, from_line: from, to_line: to, depth }, context): Promise<ToolResult> {
    const title = `Parse ${path}`;
    const opened = await openSource(context, path);
    if (!opened.ok) return errorResult(title, `Cannot parse "${path}": ${opened.message}`);
    const { source, target } = opened.value;
    const isPart = from !== undefined || to !== undefined;
    const fromLine = from ?? 1;
    const toLine = isPart ? (to ?? fromLine) : null;
    if (toLine !== null && toLine < fromLine) return errorResult(title, "to_line is before from_line.");
    const reader = createCodeReader({ owner: context.scope.workspaceId, signal: context.signal });
    let tree: CodeAnswer<ParsedTree>;
    try {
      tree = await reader.tree(source, { fromLine, toLine, depth, maxNodes: AST_MAX_NODES });
    } finally {
      await reader.close();
    }
    if (!tree.ok) return errorResult(title, `Cannot parse "${path}": ${tree.message}`);
    const { root, nodes, problems } = tree.value;
    const ast = toAst(source, root);
    const notices = [
      ...(nodes >= AST_MAX_NODES
        ? ["… marks what is left out. Ask for fewer lines, or more depth of a part."]
        : []),
      ...problemNotices(problems),
    ];
    return {
      title: `Parsed ${target.relative} (${source.language.name}, ${countOf(nodes, "node")})`,
      output: [...astLines(ast, 0), ...notices.map((notice) => `[${notice}]`)].join("\n"),
      metadata: { path: target.relative, language: source.language.name, ast, problems },
    };
  },
});

function toAst(source: Source, node: SyntaxNode): AstNode {
  const isLeaf = node.children.length === 0 && node.isCut !== true;
  return {
    ...{ type: node.type, field: node.field, line: node.line, endLine: node.endLine },
    text: isLeaf ? shorten(textOf(source.text, node)) : null,
    children: node.children.map((child) => toAst(source, child)),
    isCut: node.isCut === true,
  };
}

function shorten(text: string): string {
  return text.length > AST_LEAF_CHARACTERS ? `${text.slice(0, AST_LEAF_CHARACTERS)}…` : text;
}

function astLines(node: AstNode, depth: number): readonly string[] {
  const { type, field, line: first, endLine, text, isCut, children } = node;
  const lines = first === endLine ? String(first) : `${String(first)}-${String(endLine)}`;
  const own = [
    ...(field === null ? [] : [`${field}:`]),
    type,
    ...(text === null || text === "" || text === type ? [] : [JSON.stringify(text)]),
    lines,
    ...(isCut ? ["…"] : []),
  ].join(" ");
  return [" ".repeat(depth) + own, ...children.flatMap((child) => astLines(child, depth + 1))];
}
