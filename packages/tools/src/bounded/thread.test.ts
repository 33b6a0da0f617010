import os from "node:os";
import { expect, it } from "vitest";
import { createThread } from "./thread.ts";

const PROGRAM = 'const os = require("node:os"); function answer() { return os.getPriority(0); }';

it.skipIf(process.platform !== "linux")(
  "runs foreign patterns at a lower priority than its process",
  async () => {
    const { signal } = new AbortController();
    const thread = createThread<null, number>({ program: PROGRAM, packages: [], owner: "mira", signal });
    const own = os.getPriority(0);
    const answered = await thread.ask(null);
    expect(answered).toEqual({ kind: "answer", value: Math.max(own, 5) });
    expect(os.getPriority(0)).toBe(own);
    await thread.close();
  },
);
