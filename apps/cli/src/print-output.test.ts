import type { Delta } from "@goaltrace/core/log";
import { buildLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createHumanPrinter } from "./print-update.ts";

const outputPiece = (offset: number, text: string, attempt = 1): Delta => ({
  ...{ kind: "delta", traceId: "trace", callId: "shell", channel: "output" },
  ...{ attempt, offset, text },
});

it("prints the lines of a running tool once below its call and marks skipped output", () => {
  const printed: string[] = [];
  const show = createHumanPrinter((line) => void printed.push(line));
  const log = buildLog({ traceId: "trace" });
  const answer = log.assistant({ calls: [{ id: "shell", name: "shell", arguments: "{}" }] });
  show(outputPiece(0, "ahead of its call\n"));
  expect(printed).toEqual([]);
  show({ kind: "entry", entry: answer });
  show(outputPiece(0, "ahead of its call\nline 1\nhal"));
  show(outputPiece(28, "f\r50 %\r100 %\n"));
  show(outputPiece(900, "late\n"));
  show(outputPiece(905, `${"many\n".repeat(50)}rest`));
  show({ kind: "entry", entry: log.tool("shell", { toolName: "shell" }) });
  show(outputPiece(1_200, "too late\n"));
  expect(printed.slice(1, 7)).toEqual([
    "    ahead of its call",
    "    line 1",
    "    100 %",
    "    …",
    "    late",
    "    …",
  ]);
  expect(printed.slice(7, -2)).toEqual(Array.from({ length: 20 }, () => "    many"));
  expect(printed.slice(-2)).toEqual(["    rest", "  ✓ shell: done"]);
});

it("keeps texts of models and tools from controlling the terminal", () => {
  const printed: string[] = [];
  const show = createHumanPrinter((line) => void printed.push(line));
  const log = buildLog();
  show({
    kind: "entry",
    entry: log.assistant({ text: "\u001b]0;title\u0007one\u001b[2J\n\ttwo\u0000\u009b31m" }),
  });
  expect(printed).toEqual(["one\n\ttwo"]);
});
