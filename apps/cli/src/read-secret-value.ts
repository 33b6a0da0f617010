import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { GoaltraceError } from "@goaltrace/core";

const MAX_CHARACTERS = 100_000;

/**
 * Returns a value from `input`, without its final line break; on a terminal the line that a person types, which is not shown. Values are not arguments:
 * other processes and the history of the shell see those. Errors: INVALID_INPUT without a value.
 */
export async function readSecretValue(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = process.stdin,
  prompt: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  const value = input.isTTY === true ? await askHidden(input, prompt) : await readAll(input);
  if (value !== "") return value;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: "Standard input has no value.",
    fix: "Pipe it in: goaltrace secrets add NAME --tools webfetch < file",
  });
}

async function readAll(input: AsyncIterable<string | Uint8Array>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of input) {
    size += piece.length;
    if (size > MAX_CHARACTERS) break;
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces)
    .toString("utf8")
    .replace(/\r?\n$/u, "");
}

async function askHidden(input: NodeJS.ReadableStream, prompt: NodeJS.WritableStream): Promise<string> {
  prompt.write("Value (not shown): ");
  // Readline shows what is typed by writing it to its output.
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    prompt.write("\n");
  }
}
