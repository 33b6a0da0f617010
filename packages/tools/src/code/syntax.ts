/** A node of a syntax tree. Offsets are those of the text; lines count from 1. */
export type SyntaxNode = {
  readonly type: string;
  /** Its role in its parent, such as `name` or `body`; null for none. */
  readonly field: string | null;
  /** False for punctuation and keywords. */
  readonly isNamed: boolean;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  /** Also empty where the tree was not followed further. */
  readonly children: readonly SyntaxNode[];
  /** Whether children were left out. */
  readonly isCut?: boolean;
};

/** A place where the text is not valid in its language. `missing`: what the parser expected; null if it found something else. */
export type SyntaxProblem = { readonly line: number; readonly missing: string | null };

/** Returns the child with a role; undefined without one. */
export function childOf(node: SyntaxNode, ...fields: readonly string[]): SyntaxNode | undefined {
  for (const field of fields) {
    const found = node.children.find((child) => child.field === field);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the children of these types. */
export function childrenOf(node: SyntaxNode, ...types: readonly string[]): readonly SyntaxNode[] {
  return node.children.filter(({ type }) => types.includes(type));
}

/** Returns the text of a node on one line. */
export function textOf(source: string, { start, end }: Pick<SyntaxNode, "start" | "end">): string {
  return oneSpace(source.slice(start, end));
}

/** Replaces every run of white space by one space. */
export function oneSpace(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}
