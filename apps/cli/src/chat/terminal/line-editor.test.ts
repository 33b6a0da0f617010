import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLineEditor, type LineEditor } from "./line-editor.ts";
import { createPastedTexts, LINE_BREAK } from "./pasted-texts.ts";

const LEFT = "\u001B[D";
const UP = "\u001B[A";

let editor: LineEditor;
// Node edits no lines on a dumb terminal, which the shell that runs the tests may have.
beforeEach(() => void vi.stubEnv("TERM", "xterm"));
afterEach(() => {
  editor.close();
  vi.unstubAllEnvs();
});

function open({ history = [], isKept = true }: { history?: readonly string[]; isKept?: boolean } = {}) {
  const lines: string[] = [];
  const seen = { interrupts: 0, ends: 0 };
  editor = createLineEditor(
    {
      onLine: (line) => void lines.push(line),
      onInterrupt: () => (seen.interrupts += 1),
      onEnd: () => (seen.ends += 1),
      onChange: () => undefined,
      onClear: () => undefined,
      onSuspend: () => undefined,
      isKept: () => isKept,
      complete: (line) => (line === "/co" ? ["/compact"] : []),
    },
    { history, pasted: createPastedTexts() },
  );
  return { lines, seen };
}

const type = (text: string): void => editor.feed({ kind: "keys", text });
const shows = async (line: string): Promise<void> =>
  await vi.waitFor(() => {
    expect(editor.line()).toBe(line);
  });

describe("a line editor", () => {
  it("inserts several characters that arrive together at the cursor, as input methods send them", async () => {
    open();
    type("你界");
    type(LEFT);
    type("好，世");
    await shows("你好，世界");
    expect(editor.cursor()).toBe(4);
  });

  it("reports a line, and finds it again in the history before older ones", async () => {
    const { lines } = open({ history: ["older\nmessage"] });
    type("newer\r");
    await vi.waitFor(() => {
      expect(lines).toEqual(["newer"]);
    });
    type(UP);
    await shows("newer");
    type(UP);
    await shows(`older${LINE_BREAK}message`);
  });

  it("keeps answers out of the history", async () => {
    const { lines } = open({ history: ["message"], isKept: false });
    type("yes\r");
    await vi.waitFor(() => {
      expect(lines).toEqual(["yes"]);
    });
    type(UP);
    await shows("message");
  });

  it.each([
    ["Alt+Enter", "\u001B\r"],
    ["Ctrl+J", "\n"],
    ["a backslash before Enter", "\\\r"],
  ])("begins a new line of the text with %s", async (_, keys) => {
    const { lines } = open();
    type(`one${keys}`);
    await shows(`one${LINE_BREAK}`);
    type("two\r");
    await vi.waitFor(() => {
      expect(lines).toEqual([`one${LINE_BREAK}two`]);
    });
  });

  it("inserts a paste without sending it", async () => {
    const { lines } = open();
    editor.feed({ kind: "paste", text: "a\rb\r" });
    await shows(`a${LINE_BREAK}b${LINE_BREAK}`);
    expect(lines).toEqual([]);
  });

  it("completes a command, and replaces the line", async () => {
    open();
    type("/co");
    type("\t");
    await shows("/compact");
    type(LEFT);
    editor.replace("draft");
    await shows("draft");
    editor.replace("");
    await shows("");
  });

  it("reports interrupts, and the end when Ctrl+D is pressed in an empty line", async () => {
    const { seen } = open();
    type("text\u0003");
    await vi.waitFor(() => {
      expect(seen.interrupts).toBe(1);
    });
    editor.replace("");
    type("\u0004");
    await vi.waitFor(() => {
      expect(seen.ends).toBe(1);
    });
  });
});
