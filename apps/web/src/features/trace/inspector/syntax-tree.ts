/** A node of the tree that `parse_ast` leaves in the metadata of its result. */
export type SyntaxTreeNode = {
  readonly type: string;
  /** Its role in its parent; null for none. */
  readonly field: string | null;
  readonly line: number;
  readonly endLine: number;
  /** The text of a leaf; null for other nodes. */
  readonly text: string | null;
  readonly children: readonly SyntaxTreeNode[];
  /** Whether children were left out. */
  readonly isCut: boolean;
};

/** Reads a syntax tree from the metadata of a result; null for anything else, such as a truncated tree. */
export function readSyntaxTree(value: unknown): SyntaxTreeNode | null {
  return isNode(value) ? value : null;
}

/** Reads the lines with syntax errors from the metadata of a result, each once; empty for a result without them. */
export function readErrorLines(metadata: Readonly<Record<string, unknown>> | undefined): readonly number[] {
  const problems = metadata?.["problems"];
  if (!Array.isArray(problems)) return [];
  const lines = problems.flatMap((problem: unknown) =>
    typeof problem === "object" && problem !== null && "line" in problem && typeof problem.line === "number"
      ? [problem.line]
      : [],
  );
  return [...new Set(lines)];
}

function isNode(value: unknown): value is SyntaxTreeNode {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const children = fields.get("children");
  return (
    typeof fields.get("type") === "string" &&
    isTextOrNull(fields.get("field")) &&
    isTextOrNull(fields.get("text")) &&
    typeof fields.get("line") === "number" &&
    typeof fields.get("endLine") === "number" &&
    typeof fields.get("isCut") === "boolean" &&
    Array.isArray(children) &&
    children.every(isNode)
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}
