import type { Node, Parser } from "web-tree-sitter";
import { findPackageFile } from "../system/find-package-file.ts";
import { SHELL_MAX_CHARACTERS, SHELL_MAX_DEPTH, SHELL_PARSER_WAIT_MS } from "./tunables.ts";

/** One node of a parsed command line; `start` and `end` are offsets in its text. */
export type ShellNode = {
  readonly type: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly ShellNode[];
};

/** A parsed command line, or why rules cannot look into it, as the end of a sentence. */
export type ParsedShell =
  | { readonly ok: true; readonly root: ShellNode }
  | { readonly ok: false; readonly problem: string };

const failed = (problem: string): ParsedShell => ({ ok: false, problem });

/**
 * Parses a command line as bash reads it. Fails, instead of guessing, for a text with a syntax error, with characters that look like others, one
 * that is too long or too deep, and while the parser is missing or does not load in time.
 */
export async function parseShell(text: string): Promise<ParsedShell> {
  if (text.length > SHELL_MAX_CHARACTERS) return failed("is too long for rules to look into");
  // Spaces that bash does not treat as spaces, invisible characters and carriage returns are read differently from how they look.
  if (/[^\P{C}\n\t]|[^\P{Z} ]/u.test(text)) return failed("contains invisible or misleading characters");
  const parser = await loadParser();
  if (parser === null) return failed("could not be parsed, because the parser did not load");
  const tree = parser.parse(text);
  if (tree === null) return failed("could not be parsed");
  try {
    if (tree.rootNode.hasError) return failed("is not valid shell syntax");
    const root = copyNode(tree.rootNode, 0);
    if (root === null) return failed("is nested too deeply for rules to look into");
    return isCovered(text, root) ? { ok: true, root } : failed("could not be parsed completely");
  } finally {
    tree.delete();
  }
}

function copyNode(node: Node, depth: number): ShellNode | null {
  if (depth > SHELL_MAX_DEPTH) return null;
  const children: ShellNode[] = [];
  for (const child of node.children) {
    const copy = copyNode(child, depth + 1);
    if (copy === null) return null;
    children.push(copy);
  }
  return { type: node.type, text: node.text, start: node.startIndex, end: node.endIndex, children };
}

/** True if everything between the leaves is blank: bash might run text that the parser skipped. */
function isCovered(text: string, root: ShellNode): boolean {
  let at = 0;
  let isComplete = true;
  const visit = (node: ShellNode): void => {
    if (node.children.length > 0 && node.type !== "string") {
      node.children.forEach(visit);
      return;
    }
    if (node.start < at || !BLANK.test(text.slice(at, node.start))) isComplete = false;
    at = Math.max(at, node.end);
  };
  if (root.children.length > 0) visit(root);
  return isComplete && BLANK.test(text.slice(at));
}

const BLANK = /^(?:[ \t\n]|\\\n)*$/u;

let loading: Promise<Parser | null> | null = null;

/** Loads the parser once; null when it is missing or takes too long. A later call finds it loaded. */
async function loadParser(): Promise<Parser | null> {
  loading ??= load().catch(() => {
    loading = null;
    return null;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SHELL_PARSER_WAIT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function load(): Promise<Parser> {
  const { Language, Parser: ShellParser } = await import("web-tree-sitter");
  await ShellParser.init();
  const parser = new ShellParser();
  parser.setLanguage(await Language.load(await findPackageFile("tree-sitter-bash/tree-sitter-bash.wasm")));
  return parser;
}
