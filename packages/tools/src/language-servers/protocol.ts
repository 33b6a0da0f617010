import { z } from "zod";
import { MESSAGE_MAX_CHARACTERS } from "./tunables.ts";

/** A problem in a file, as people count: lines and columns from one. */
export type Problem = {
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly message: string;
  readonly code: string | null;
};

/** A place in a file. */
export type Place = { readonly uri: string; readonly line: number; readonly column: number };

const position = z.object({ line: z.int(), character: z.int() });
const range = z.object({ start: position, end: position });
const code = z.union([z.string(), z.number()]).nullish();

const SEVERITIES = ["error", "warning", "information", "hint"] as const;
const diagnostic = z
  .object({ range, severity: z.int().min(1).max(4).catch(1), message: z.string(), code })
  .transform((read): Problem => ({
    severity: SEVERITIES[read.severity - 1] ?? "error",
    line: read.range.start.line + 1,
    column: read.range.start.character + 1,
    endLine: read.range.end.line + 1,
    message: read.message.slice(0, MESSAGE_MAX_CHARACTERS),
    code: textOrNull(read.code),
  }));

export const pushedProblems = z.object({ uri: z.string(), diagnostics: z.array(diagnostic) });
export const pulledProblems = z.object({ items: z.array(diagnostic).default([]) });

const tsPosition = z.object({ line: z.int(), offset: z.int() });
/** Problems as TypeScript itself reports them. */
export const tsProblems = z.object({
  body: z
    .array(
      z
        .object({ start: tsPosition, end: tsPosition, text: z.string(), code, category: z.string() })
        .transform((read): Problem => ({
          severity: SEVERITIES.find((severity) => severity === read.category) ?? "information",
          line: read.start.line,
          column: read.start.offset,
          endLine: read.end.line,
          message: read.text.slice(0, MESSAGE_MAX_CHARACTERS),
          code: textOrNull(read.code),
        })),
    )
    .default([]),
});

const location = z
  .union([
    z.object({ uri: z.string(), range }),
    z
      .object({ targetUri: z.string(), targetSelectionRange: range })
      .transform(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange })),
  ])
  .transform((read): Place => ({
    ...{ uri: read.uri, line: read.range.start.line + 1, column: read.range.start.character + 1 },
  }));
export const places = z
  .union([z.array(location), location.transform((one) => [one]), z.null().transform(() => [])])
  .catch([]);

const markup = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);
/** The description of a name, as one text. */
export const hover = z
  .object({ contents: z.union([markup, z.array(markup).transform((parts) => parts.join("\n\n"))]) })
  .nullish()
  .transform((read) => read?.contents.trim() ?? "");

function textOrNull(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
