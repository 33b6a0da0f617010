import { expect, it } from "vitest";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import type { Message } from "./message.ts";
import { recallingResults } from "./recalling-results.ts";

/** Adds a call of a recalling tool with its result. */
function recall(log: LogBuilder, name: string, [given, output]: readonly [object, string]): void {
  const id = `${name}-${log.entries.length}`;
  log.assistant({ calls: [{ id, name, arguments: JSON.stringify(given) }] });
  log.tool(id, { toolName: name, output });
}

function recalledBy(log: LogBuilder, position: number): readonly number[] {
  const message = log.entries[position] as Message;
  return recallingResults(message, log.entries).map(({ sequence }) => sequence);
}

it("finds results that read the message by its number, found it by a search, or read it again from such a result", () => {
  const log = buildLog();
  log.user("The word is quokka");
  recall(log, "read_result", [{ id: " #1 " }, "The word is quokka"]);
  recall(log, "search_history", [{ text: "word" }, '- id="#1" offset=0 (user): The word is quokka']);
  recall(log, "read_result", [{ id: "search_history-3" }, "The word is quokka"]);
  recall(log, "read_result", [{ id: "#11" }, "Something else"]);
  recall(log, "search_history", [{ text: "other" }, '- id="#11" offset=0 (user): other']);
  expect(recalledBy(log, 0)).toEqual([3, 5, 7]);
});

it("keeps results of other messages and of other tools", () => {
  const log = buildLog();
  log.user("One");
  log.user("Two");
  recall(log, "read_result", [{ id: "#2" }, "Two"]);
  recall(log, "read_file", [{ id: "#1" }, 'id="#1"']);
  expect(recalledBy(log, 0)).toEqual([]);
  expect(recalledBy(log, 1)).toEqual([4]);
});
