/** A problem that a language server found in a file. */
export type ShownProblem = {
  readonly severity: "error" | "warning" | "information";
  readonly line: number;
  readonly column: number;
  readonly code: string | null;
  readonly message: string;
  /** The line of the file, without its indentation; empty if the result does not contain it. */
  readonly source: string;
};

/** Reads problems from the metadata of a result; null for a result without them. */
export function readProblems(
  metadata: Readonly<Record<string, unknown>> | undefined,
): readonly ShownProblem[] | null {
  const problems = metadata?.["problems"];
  if (!Array.isArray(problems) || typeof metadata?.["server"] !== "string") return null;
  return problems.flatMap(toProblem);
}

function toProblem(value: unknown): readonly ShownProblem[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const [severity, line, column] = [fields.get("severity"), fields.get("line"), fields.get("column")];
  const [code, message, source] = [fields.get("code"), fields.get("message"), fields.get("source")];
  if (typeof line !== "number" || typeof column !== "number" || typeof message !== "string") return [];
  return [
    {
      ...{ line, column, message, severity: toSeverity(severity) },
      code: typeof code === "string" ? code : null,
      source: typeof source === "string" ? source : "",
    },
  ];
}

function toSeverity(value: unknown): ShownProblem["severity"] {
  return value === "warning" || value === "information" ? value : "error";
}
