import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { GoaltraceError } from "@goaltrace/core";
import { MAX_FILE_BYTES, MAX_TASK_BYTES } from "./tunables.ts";

/** Returns a task as typed, or the text of `input` for `-`. Errors: INVALID_INPUT for a blank task and for one above the limit. */
export async function readTask(typed: string, input: Readable): Promise<string> {
  const task = typed === "-" ? await readText(input) : typed;
  if (task.trim() !== "") return task;
  throw invalidInput(
    typed === "-" ? "Standard input contains no task." : "The task is empty.",
    'Describe the task: goaltrace run "Summarize src/"',
  );
}

async function readText(input: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  const source: AsyncIterable<Uint8Array> = input;
  for await (const piece of source) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > MAX_TASK_BYTES)
      throw invalidInput(
        `The task is longer than ${MAX_TASK_BYTES / 1_000_000} MB.`,
        "Put long material into a file of the project folder, and name the file in the task.",
      );
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString("utf8").trimEnd();
}

/** Returns the absolute path of a folder. Errors: INVALID_INPUT if it does not exist, is not a folder or cannot be read. */
export async function findFolder(typed: string): Promise<string> {
  const folder = path.resolve(typed);
  const fix = "Pass an existing folder with --folder, or leave it out to use the current folder.";
  if (typed.trim() === "") throw invalidInput("--folder is empty.", fix);
  const stats = await stat(folder).catch((thrown: unknown) => {
    throw invalidInput(`--folder ${folder} cannot be used: ${reasonOf(thrown)}.`, fix);
  });
  if (stats.isDirectory()) return folder;
  throw invalidInput(`--folder ${folder} is not a folder.`, fix);
}

/** Yields the lines of a file, or of `input` for `-`. Errors: INVALID_INPUT for a file that cannot be read, or above the limit. */
export async function* readLines(file: string, input: Readable): AsyncGenerator<string> {
  const source = file === "-" ? input : createReadStream(file);
  let failure: unknown = null;
  let size = 0;
  // Depending on its version, readline throws this error or treats a failed source as the end of the file.
  source.on("error", (error: unknown) => (failure ??= error));
  source.on("data", (piece: Uint8Array) => {
    size += piece.length;
    if (size > MAX_FILE_BYTES)
      source.destroy(
        invalidInput(
          `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Nothing was imported.`,
          "Export fewer traces per file.",
        ),
      );
  });
  try {
    yield* createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (thrown) {
    failure ??= thrown;
  }
  if (failure instanceof GoaltraceError) throw failure;
  if (failure !== null)
    throw invalidInput(
      `Can't read ${file}: ${reasonOf(failure)}.`,
      "Pass an existing file, or - for standard input.",
    );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is not a folder",
  EISDIR: "it is a folder",
  EACCES: "access is denied",
};

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = "code" in thrown ? String(thrown.code) : "";
  return REASONS[code] ?? thrown.message;
}

function invalidInput(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "INVALID_INPUT", message, fix });
}
