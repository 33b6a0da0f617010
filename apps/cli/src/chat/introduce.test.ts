import type { ProfileKey, ProfileText } from "@goaltrace/core/ports";
import { describe, expect, it } from "vitest";
import { introduce } from "./introduce.ts";
import { readAborted } from "./terminal/chat-terminal.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };

/** A terminal whose person gives these answers; `interrupt` is Ctrl+C, null the end of their input. */
function setUp(answers: readonly (string | null)[], written: Readonly<Record<string, string>> = {}) {
  const files = new Map(Object.entries(written));
  const asked: string[] = [];
  const left = [...answers];
  let interrupt = (): void => undefined;
  const read = async ({ file, day }: ProfileKey): Promise<ProfileText> =>
    await Promise.resolve({
      ...{ file, day, text: files.get(file) ?? "", version: files.has(file) ? 1 : 0 },
      ...{ trimmed: "", personId: files.has(file) ? "person" : "", byAgent: false },
      ...{ savedAt: null, source: null },
    });
  const act = async (): Promise<void> =>
    await introduce(
      {
        getRedactor: async () =>
          await Promise.resolve({ redact: (text: string) => text.replaceAll("hunter2", "[secret]") }),
        stores: {
          profiles: {
            read: async (_scope, key) => await read(key),
            write: async (_scope, key, { text }) => {
              files.set(key.file, text);
              return await read(key);
            },
          },
        },
      },
      SCOPE,
      {
        print: () => undefined,
        onInterrupt: (listener) => {
          interrupt = listener;
          return () => undefined;
        },
        read: async (question, signal) => {
          asked.push(question);
          const answer = left.shift() ?? null;
          if (answer === "interrupt") interrupt();
          if (signal?.aborted === true) throw readAborted(signal);
          return await Promise.resolve(answer);
        },
      },
    );
  return { act, files, asked };
}

describe("the introduction", () => {
  it("writes SOUL and USER from the answers, without secrets", async () => {
    const { act, files } = setUp(["Iris", "", "Mira", "My password is hunter2"]);
    await act();
    expect(Object.fromEntries(files)).toEqual({
      soul: "## Name\nIris",
      user: "## Name\nMira\n\n## Work\nMy password is [secret]",
    });
  });

  it.each([["interrupt"], [null]])("keeps the answers before %s, and asks nothing more", async (end) => {
    const { act, files, asked } = setUp(["Iris", end]);
    await act();
    expect(files.get("soul")).toBe("## Name\nIris");
    expect(asked).toHaveLength(2);
  });

  it("asks only once, even if every question was skipped", async () => {
    const { act, asked } = setUp(["interrupt"]);
    await act();
    await act();
    expect(asked).toHaveLength(1);
  });

  it("asks nothing in a workspace that has a SOUL", async () => {
    const { act, asked } = setUp([], { soul: "## Name\nIris" });
    await act();
    expect(asked).toEqual([]);
  });
});
