import { createInterface } from "node:readline/promises";
import type { Ask } from "./decide-in-terminal.ts";

/** Asks on the terminal of this process. Interrupts go to their listeners, as while a run works. Throws when `signal` aborts. */
export const askInTerminal: Ask = async (question, signal) => {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
  lines.on("SIGINT", () => {
    process.emit("SIGINT");
    lines.close();
  });
  try {
    return await Promise.race([lines.question(question, signal === undefined ? {} : { signal }), ended]);
  } finally {
    lines.close();
  }
};
