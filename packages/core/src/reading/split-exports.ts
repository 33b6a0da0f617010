import { GoaltraceError } from "../errors.ts";

const HEADER = /^\s*\{\s*"format"\s*:/;
/** Maximum number of traces in one file, as in an export. */
const MAX_TRACES = 500;
/** Entries take hundreds of bytes, so real files have fewer lines; a file of empty lines would fill the memory. */
const MAX_LINES = 1_000_000;

/** The lines of one exported trace, and the number of preceding lines in the file. */
export type ExportedFile = { readonly lines: readonly string[]; readonly before: number };

/**
 * Splits a file of exported traces at their headers. Holds the whole file in memory: callers limit its size. Errors: INVALID_INPUT when the
 * file does not start with a header, or has more than 500 traces or a million lines.
 */
export async function splitExports(lines: AsyncIterable<string>): Promise<readonly ExportedFile[]> {
  const files: { readonly lines: string[]; readonly before: number }[] = [];
  let number = 0;
  for await (const line of lines) {
    if (HEADER.test(line)) files.push({ lines: [], before: number });
    files.at(-1)?.lines.push(line);
    number += 1;
    if (files.length === 0 && line.trim() !== "") throw withoutHeader();
    if (files.length > MAX_TRACES) throw tooLong(`more than ${MAX_TRACES} traces`);
    if (number > MAX_LINES) throw tooLong(`more than ${MAX_LINES} lines`);
  }
  if (files.length === 0) throw withoutHeader();
  return files;
}

function tooLong(amount: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The file has ${amount}. Nothing was imported.`,
    fix: "Export fewer traces per file.",
  });
}

function withoutHeader(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "Line 1 is not the header of an exported trace. Nothing was imported.",
    fix: "Choose a .jsonl file created by Export.",
  });
}
