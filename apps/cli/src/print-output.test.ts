import type { Delta } from "@goaltrace/core/log";
import { buildLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createHumanPrinter } from "./print-update.ts";

const said = (offset: number, text: string, attempt = 1): Delta => ({
  ...{ kind: "delta", traceId: "trace", callId: "shell", channel: "output" },
  ...{ attempt, offset, text },
});

it("prints the lines of a running tool below its call, once, and marks what was skipped", () => {
  const printed: string[] = [];
  const show = createHumanPrinter((line) => void printed.push(line));
  const log = buildLog();
  const asked = log.assistant({ calls: [{ id: "shell", name: "shell", arguments: "{}" }] });
  show(said(0, "ahead of its call\n"));
  expect(printed).toEqual([]);
  show({ kind: "entry", entry: asked });
  show(said(0, "ahead of its call\nline 1\nhal"));
  show(said(28, "f\r50 %\r100 %\n"));
  show(said(900, "late\n"));
  show(said(905, `${"many\n".repeat(50)}rest`));
  show({ kind: "entry", entry: log.tool("shell", { toolName: "shell" }) });
  show(said(1_200, "too late\n"));
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
