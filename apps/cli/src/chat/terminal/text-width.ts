import { createInterface, type Interface } from "node:readline";
import { PassThrough } from "node:stream";

let ruler: Interface | undefined;

/**
 * Returns the columns that a line takes in a terminal: two for wide characters, none for combining ones. Escape sequences take none. Node's
 * own line editor measures, so that both agree.
 */
export function textWidth(line: string): number {
  ruler ??= createInterface({ input: new PassThrough() });
  ruler.setPrompt(line);
  return ruler.getCursorPos().cols;
}
