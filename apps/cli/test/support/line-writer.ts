import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ChatMessage, ChatRequest } from "./chat-request.ts";
import type { MockAnswer } from "./mock-model.ts";

/** The file of a line project. */
const FILE = "lines.txt";

/** Returns the task of a run that writes `count` lines into its project's file, one call each. */
export const lineTask = (count: number): string => `Write ${count} lines into ${FILE}`;
/** Returns the n-th line of a file, counted from 1. */
const lineText = (file: string, number: number): string => `<${file}:${number}>`;

/** Creates a project without any written lines; returns its folder. */
export async function makeLineProject(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(path.join(folder, FILE), "\n");
  return folder;
}

/** Returns the written lines of a project in the order of `allLines`, each as often as it was written. */
export async function writtenLines(folder: string): Promise<readonly string[]> {
  const text = await readFile(path.join(folder, FILE), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .toSorted();
}

/** Returns the result of `writtenLines` when the task is done: each line once. */
export function allLines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => lineText(FILE, index + 1)).toSorted();
}

const BATCH = 3;
const NOT_DONE = /^(Interrupted|Cannot|Not run|Denied|Stopped)/;

/**
 * A careful model that derives everything from the messages: it reads the file, inserts the missing lines in batches, and reads again
 * whenever the outcome of a call is uncertain. It never requests a line that it knows is written.
 */
export function writeLines(request: ChatRequest): MockAnswer {
  const [, count = "0", file = ""] = /Write (\d+) lines into (\S+)/.exec(findTask(request.messages)) ?? [];
  const written = knownLines(request.messages, file);
  if (written === null) return { calls: [{ name: "read_file", arguments: { path: file } }] };
  const missing = Array.from({ length: Number(count) }, (_, index) => index + 1).filter(
    (number) => !written.has(lineText(file, number)),
  );
  if (missing.length === 0) return { text: `All ${count} lines are in ${file}.` };
  const insert = (number: number): object => ({
    path: file,
    edits: [{ type: "insert_lines", after_line: 0, text: lineText(file, number) }],
  });
  return {
    calls: missing.slice(0, BATCH).map((number) => ({ name: "edit_file", arguments: insert(number) })),
  };
}

function findTask(messages: readonly ChatMessage[]): string {
  const task = messages.findLast(
    (message) => message.role === "user" && message.content.startsWith("Write "),
  );
  return task?.content ?? "";
}

/** Returns the lines of the file according to the conversation; null when only reading the file can tell. */
function knownLines(messages: readonly ChatMessage[], file: string): ReadonlySet<string> | null {
  const marks = new RegExp(`<${file}:\\d+>`, "g");
  const calls = new Map<string, { readonly name: string; readonly arguments: string }>();
  let lines: Set<string> | null = null;
  for (const message of messages) {
    if (message.role === "assistant")
      for (const call of message.tool_calls ?? []) calls.set(call.id, call.function);
    if (message.role !== "tool") continue;
    const call = calls.get(message.tool_call_id);
    if (NOT_DONE.test(message.content)) lines = null;
    else if (call?.name === "read_file") lines = new Set(message.content.match(marks));
    else for (const line of call?.arguments.match(marks) ?? []) lines?.add(line);
  }
  return lines;
}
