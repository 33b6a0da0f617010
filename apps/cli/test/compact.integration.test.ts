import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { goaltrace, type Outcome } from "./support/process.ts";

const RULE = "Never touch the archive of 2019.";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "goaltrace-compact-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function compact(transcript: string, ...options: readonly string[]): Promise<Outcome> {
  const file = path.join(folder, "chat.json");
  await writeFile(file, transcript);
  return await goaltrace(["compact", "--in", file, ...options], { GOALTRACE_HOME: folder });
}

/** Returns a session longer than the window of the test. */
function longChat(): string {
  const steps = Array.from({ length: 60 }, (_, step) => [
    {
      role: "assistant",
      content: `Step ${step}: we decided on option ${step % 5}.`,
      tool_calls: [
        {
          id: `c${step}`,
          type: "function",
          function: { name: "read", arguments: `{"path":"a/${step}.ts"}` },
        },
      ],
    },
    { role: "tool", tool_call_id: `c${step}`, content: `line ${step} of a file; `.repeat(700) },
  ]);
  return JSON.stringify({ messages: [{ role: "user", content: RULE }, ...steps.flat()] });
}

it("explains the effect of compaction on a transcript and exits with 0", async () => {
  const { code, stdout } = await compact(longChat(), "--window", "8000");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+ → \d+ tokens \(\d+%\), 121 messages, window 8000\n/u);
  expect(stdout).toMatch(/spilled: 60 long results/u);
  expect(stdout).toMatch(/kept {5}requirement: Never touch the archive of 2019\./u);
});

it("prints the same report as one JSON document", async () => {
  const { code, stdout } = await compact(longChat(), "--window", "8000", "--json");
  expect(code).toBe(0);
  const report: unknown = JSON.parse(stdout);
  expect(report).toMatchObject({ window: 8_000, messages: 121, failures: [] });
  expect(JSON.stringify(report)).toContain(RULE);
});

it("gives the requests as the model would see them, and the original behind each id", async () => {
  const transcript = longChat();
  const options = ["--window", "8000"];
  const { code, stdout } = await compact(transcript, ...options, "--json", "--every", "40");
  expect(code).toBe(0);
  const message = z.object({
    role: z.string(),
    content: z.string().nullable(),
    tool_call_id: z.string().optional(),
  });
  const shown = z.object({
    view: z.array(message),
    views: z.array(z.object({ at: z.number(), messages: z.array(message) })),
  });
  const { view, views } = shown.parse(JSON.parse(stdout));
  expect(views.map(({ at }) => at)).toEqual([40, 80, 120]);
  for (const { messages } of [...views, { messages: view }]) {
    expect(messages.map(({ content }) => content).join("\n")).toContain(RULE);
    expect(JSON.stringify(messages).length / 4).toBeLessThan(8_000);
  }
  const results = view.filter(({ role }) => role === "tool");
  const { content, tool_call_id: callId } = results.at(-1) ?? {};
  const id = /read_result id="([^"]+)"/u.exec(content ?? "")?.[1] ?? "";
  const step = callId?.slice(1) ?? "";
  const recovered = await compact(transcript, ...options, "--recover", id);
  expect(recovered.stdout).toBe(`${`line ${step} of a file; `.repeat(700)}\n`);
});

it.each([
  ["invalid JSON", "{", ["--window", "8000"], "not valid JSON"],
  ["no messages", "[]", ["--window", "8000"], "no messages"],
  [
    "a result without a call",
    '[{"role":"tool","tool_call_id":"c9","content":"x"}]',
    ["--window", "8000"],
    'the call "c9", which is not open',
  ],
  ["too small a window", longChat(), ["--window", "999"], "at least 1000"],
  ["views without JSON", longChat(), ["--window", "8000", "--every", "5"], "--every needs --json"],
  ["a fraction of views", longChat(), ["--window", "8000", "--json", "--every", "0.5"], "at least 1, not"],
  ["an unknown id", longChat(), ["--window", "8000", "--recover", "c99"], 'nothing with the id "c99"'],
])("refuses %s and explains the fix", async (_, transcript, options, expected) => {
  const { code, stdout, stderr } = await compact(transcript, ...options);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(expected);
});

it("refuses a missing file", async () => {
  const missing = path.join(folder, "missing.json");
  const { code, stderr } = await goaltrace(["compact", "--in", missing, "--window", "8000"], {
    GOALTRACE_HOME: folder,
  });
  expect(code).toBe(2);
  expect(stderr).toContain("Can't read");
});
