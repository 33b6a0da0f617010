import { createHash } from "node:crypto";
import type { Blob } from "@goaltrace/core/ports";
import { call, calls, plan, says, type Answer } from "../../../prisma/seed/story.ts";
import type { Scene } from "./play-scene.ts";

const LOG = "logs/nightly.log";
export const SECRET = "marzipan-quokka";
/** A one-pixel image. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const picture = toBlob(PNG, "image/png");
/** PostgreSQL text holds neither zero bytes nor lone surrogates; wide characters count twice in JavaScript. */
const oddNotes = toBlob("zero \0, half \ud800, wide 😀", "text/plain");
const wideNotes = toBlob("Wide: 😀 陈薇\n", "text/markdown");

function toBlob(content: Buffer | string, mediaType: string): Blob {
  const isText = typeof content === "string";
  return {
    sha256: createHash("sha256").update(content).digest("hex"),
    mediaType,
    encoding: isText ? "utf8" : "base64",
    text: isText ? content : content.toString("base64"),
  };
}

function reads(count: number, lines: number, text = ""): readonly Answer[] {
  return Array.from({ length: count }, (_, index) =>
    calls(
      index === 0 ? text : "",
      call("read_file", { path: LOG, offset: 1 + ((index * 13) % 300), limit: lines }),
    ),
  );
}

const SUMMARY = says(
  [
    "## 1. Primary request and intent\nRead logs/nightly.log part by part.",
    "## 3. Files and code\n- logs/nightly.log: 400 steps",
    "## 8. Current work\nReading on.",
    "## 9. Next step\nRead the next part.",
  ].join("\n\n"),
);
/** Small enough that a few long reads reach every threshold. */
const SMALL = { contextWindow: 24_000 };

export const pictures: Scene = {
  title: "What is on this picture?",
  task: "What is on this picture, and what do the notes say? 😀",
  parts: [
    { type: "text", text: "What is on this picture, and what do the notes say? 😀" },
    { type: "image", mediaType: picture.mediaType, blob: picture.sha256 },
    { type: "file", name: "odd.txt", mediaType: oddNotes.mediaType, blob: oddNotes.sha256 },
    { type: "file", name: "wide.md", mediaType: wideNotes.mediaType, blob: wideNotes.sha256 },
  ],
  blobs: [picture, oddNotes, wideNotes],
  tags: ["picture", "fixture"],
  answers: [
    calls(
      "I look at the one in the project beside it.",
      call("read_file", { path: "pixel.png" }),
      call("count_slowly", { to: 3 }),
    ),
    calls("", {
      name: "todo",
      arguments: { todos: [{ text: "Look", status: "completed" }, { text: "Say" }] },
    }),
    calls(
      "",
      plan(
        {
          op: "add",
          title: "Look at the picture",
          reason: "It was asked for",
          acceptance: ["It is described"],
        },
        { op: "add", title: "Say what it is" },
      ),
    ),
    calls(
      "",
      plan(
        { op: "after", goal: "1", title: "Compare both", reason: "They may differ" },
        { op: "change", goal: "1", title: "Look at both pictures", reason: "There are two" },
      ),
    ),
    says("One dark pixel.", "There is not much on it."),
  ],
};

const sloppy: Scene = {
  title: "Calls as models write them",
  task: "Read both source files.",
  answers: [
    calls("", { name: "read_file", raw: '```json\n{"path":"src/orders.ts"}\n```' }),
    calls("", { name: "read_file", raw: '"{\\"path\\":\\"src/totals.ts\\"}"' }),
    calls("", { name: "list_directory", raw: "" }),
    calls("", { name: "read_file", raw: '{"path":"README.md"}\n```', id: "" }),
    calls(
      "",
      { name: "calculator", raw: "[1]", id: "call_same" },
      { name: "calculator", arguments: { expression: "1 + 1" }, id: "call_same" },
    ),
    calls("", { name: "calculator", arguments: { expression: 3 } }, { name: "calculate", arguments: {} }),
    { kind: "says", text: "Cut in the midd", finish: "length" },
    says("Both are read."),
  ],
};

const deniedAndMasked: Scene = {
  title: "Turn the key",
  task: `Replace the key ${SECRET} in the settings.`,
  secret: SECRET,
  denies: "glob_files",
  answers: [
    calls("", call("glob_files", { pattern: "*.ini" })),
    calls("", call("read_file", { path: "settings.ini" })),
    calls(
      "",
      call("edit_file", {
        path: "settings.ini",
        edits: [{ type: "insert_lines", after_line: 1, text: "rotated = yes\n" }],
      }),
    ),
    calls("", call("write_file", { path: "notes/rotation.md", content: "# Rotation\n\nDone.\n" })),
    says("The key is marked as rotated."),
  ],
};

const textTools: Scene = {
  title: "A model without tools",
  task: "How much is 17 % of 1,240?",
  models: [{ price: null }],
  answers: [
    { kind: "refuses", status: 400, message: "This model does not support tools" },
    says("The answer is 210.80."),
  ],
};

const secondModel: Scene = {
  title: "The second model answers",
  task: "Say hello.",
  models: [
    { answers: [{ kind: "refuses", status: 404, message: "The model does not exist" }] },
    { answers: [says("Hello.")] },
  ],
  answers: [],
};

const outOfTokens: Scene = {
  title: "Out of tokens",
  task: "Read the log in parts.",
  limits: { maxTokens: 6_000 },
  answers: [...reads(3, 20), says("Three parts were read.")],
};

const outOfTime: Scene = {
  title: "Out of time",
  task: "Read the log in parts.",
  limits: { maxDurationMs: 2_000 },
  answers: [...reads(3, 20), says("Time was short.")],
};

const pinned: Scene = {
  title: "Keep what was pinned",
  task: "Read the whole log. You must report amounts with two decimals.",
  models: [SMALL],
  limits: { maxSteps: 80 },
  signals: [{ kind: "pin", payload: { text: "Amounts have two decimals" } }],
  summary: SUMMARY,
  answers: [
    calls(
      "",
      plan({ op: "add", title: "Read the log" }),
      call("todo", { todos: [{ text: "Part one", status: "in_progress" }] }),
    ),
    calls("", plan({ op: "focus", goal: "1" })),
    ...reads(30, 60, "Decision: only steps with ERROR count."),
    calls("", call("compact_context", { focus: "the steps with errors" })),
    ...reads(4, 40),
    calls("", plan({ op: "done", goal: "1", summary: "Read in 34 parts." })),
    says("Steps 0, 57 and 114 had errors."),
  ],
};

/** Disables clearing, so that a background summary starts at the fourth read and is used at the limit. */
const AHEAD = { clearAbove: 60_000, clearFrees: 50_000, prepareAbove: 4_300 };

const outgrownSummary: Scene = {
  title: "Written ahead and outgrown",
  task: "Read the log part by part.",
  models: [SMALL],
  limits: { maxSteps: 60, compaction: { ...AHEAD, summariseAbove: 8_000 } },
  summary: SUMMARY,
  answers: [...reads(16, 40), says("Done.")],
};

const preparedSummary: Scene = {
  title: "Written ahead and taken",
  task: "Read the log part by part.",
  models: [SMALL],
  limits: { maxSteps: 60, compaction: { ...AHEAD, summariseAbove: 6_600 } },
  summary: SUMMARY,
  answers: [...reads(14, 40), says("Done.")],
};

const supersededSummary: Scene = {
  title: "Asked for after one was written",
  task: "Read the log until the window is full.",
  models: [SMALL],
  limits: { maxSteps: 60, compaction: { ...AHEAD, summariseAbove: 19_000 } },
  summary: SUMMARY,
  answers: [
    ...reads(9, 40),
    calls("", call("compact_context", { focus: "errors" })),
    ...reads(3, 40),
    says("Done."),
  ],
};

const stoppedSummary: Scene = {
  title: "Stopped while it was written",
  task: "Read the log, then answer at once.",
  models: [SMALL],
  limits: { maxSteps: 60, compaction: { ...AHEAD, summariseAbove: 19_000 } },
  summary: { kind: "says", text: "## 1. Too late", afterMs: 120_000 },
  answers: [...reads(6, 40), says("Done.")],
};

const emptySummaries: Scene = {
  title: "Summaries that are empty",
  task: "Read the log with a model that can't summarise.",
  models: [SMALL],
  limits: { maxSteps: 60, compaction: { clearAbove: 60_000, summariseAbove: 6_000 } },
  summary: says(""),
  answers: [...reads(12, 40), says("Done.")],
};

const longSummaries: Scene = {
  title: "Summaries longer than what they fold",
  task: "Read the log with a model that repeats it.",
  models: [SMALL],
  limits: { maxSteps: 60, compaction: { clearAbove: 60_000, summariseAbove: 6_000 } },
  summary: says(Array.from({ length: 700 }, (_, step) => `Step ${step} took ${step * 7} ms.`).join("\n")),
  answers: [...reads(12, 40), says("Done.")],
};

const tooLong: Scene = {
  title: "The endpoint refuses the length",
  task: "Read the log in large parts.",
  models: [SMALL],
  limits: { maxSteps: 60, compaction: { clearAbove: 60_000, summariseAbove: 60_000 } },
  answers: [
    ...reads(8, 40),
    {
      kind: "refuses",
      status: 400,
      message: "This model's maximum context length is 8192 tokens. Please reduce the length.",
    },
    says("Done with what fits."),
  ],
};

export const spilled: Scene = {
  title: "A result that is too long",
  task: "Show me all errors of the log.",
  models: [{ contextWindow: 16_000 }],
  answers: [
    calls("", call("grep_content", { pattern: "nightly", path: "logs" })),
    calls("", call("read_file", { path: LOG, limit: 200 })),
    calls("", call("read_result", { id: "call_1_0", offset: 400 })),
    says("That was long."),
  ],
};

export const handedOver: Scene = {
  title: "Handed over to another worker",
  task: "Read two files.",
  releasedAt: 1,
  answers: [...reads(2, 20), says("Both are read.")],
};

export const killed: Scene = {
  title: "Killed and resumed",
  task: "Read two files.",
  diesAt: [1],
  answers: [...reads(2, 20), says("One of them was read.")],
};

const abandoned: Scene = {
  title: "Killed and not resumed",
  task: "Read two files.",
  diesAt: [1, 1],
  answers: reads(4, 20),
};

export const queued: Scene = { title: "Not begun", task: "Wait for a worker.", isLeft: true, answers: [] };

export const waitsForFolder: Scene = {
  title: "Its folder is elsewhere",
  task: "Read the README.",
  projectFolder: "/srv/elsewhere",
  isLeft: true,
  answers: [],
};

/** Played in this order. */
export const SCENES: readonly Scene[] = [
  ...[pictures, sloppy, deniedAndMasked, textTools, secondModel, outOfTokens, outOfTime],
  ...[pinned, preparedSummary, outgrownSummary, supersededSummary, stoppedSummary],
  ...[emptySummaries, longSummaries, tooLong, spilled],
  ...[handedOver, killed, abandoned],
];
