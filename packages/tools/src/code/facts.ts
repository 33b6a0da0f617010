import type { CodeFunction } from "./functions.ts";
import { toFunctions } from "./functions.ts";
import { type CodeImport, toImports } from "./imports.ts";
import type { CodeLanguage } from "./languages.ts";
import { type LineCounts, countLines } from "./line-counts.ts";
import type { FoundNodes } from "./parse-thread.ts";
import type { SyntaxProblem } from "./syntax.ts";

/** The facts about one version of a file. */
export type CodeFacts = {
  readonly language: string;
  readonly functions: readonly CodeFunction[];
  readonly imports: readonly CodeImport[];
  readonly lines: LineCounts;
  readonly problems: readonly SyntaxProblem[];
  /** Whether the file has more than the limits permit. */
  readonly isCut: boolean;
};

/** How deep the query's captures are followed: parameters of functions, names of imports. */
export const CAPTURE_DEPTHS = { function: 5, container: 1, import: 4 } as const;

/** Returns what a query found in a text. */
export function toFacts(language: CodeLanguage, source: string, result: FoundNodes): CodeFacts {
  const branches = (result.counted["branch"] ?? []).map(([offset]) => offset);
  return {
    language: language.name,
    functions: toFunctions(source, result.found, branches),
    imports: toImports(source, result.found),
    lines: countLines(source, result.counted["comment"] ?? []),
    problems: result.problems,
    isCut: result.isCut,
  };
}
