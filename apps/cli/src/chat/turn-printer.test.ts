import type { Delta, Entry } from "@goaltrace/core/log";
import { buildLog, goalCreated, testUsage } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { printEarlierMessages } from "./earlier-messages.ts";
import { createTurnPrinter } from "./turn-printer.ts";

function open(isInteractive: boolean, earlier: readonly Entry[] = []) {
  const printed: string[] = [];
  const printer = createTurnPrinter({ isInteractive, print: (line) => void printed.push(line) }, earlier);
  const take = (entry: Entry): void => printer.take({ kind: "entry", entry });
  return { printed, printer, take };
}

const textDelta = (callId: string, text: string): Delta => ({
  ...{ kind: "delta", traceId: "t", callId, attempt: 1, channel: "text", offset: 0, text },
});
const finished = {
  type: "trace.finished",
  data: { status: "completed", failure: null, summary: null },
} as const;

describe("the printer of a terminal", () => {
  it("prints an answer once: its whole lines as they stream, the rest with the message", () => {
    const { printed, printer, take } = open(true);
    const log = buildLog();
    const answer = log.assistant({ text: "first\nsecond", calls: [{ id: "c", name: "read_file" }] });
    printer.take(textDelta(answer.callId, "first\nsec"));
    expect(printed).toEqual(["first"]);
    expect(printer.turn().answer?.rest).toBe("sec");
    take(answer);
    take(log.tool("c"));
    take(log.event(finished));
    expect(printed).toEqual(["first", "second", "  → read_file {}", "  ✓ read_file: done"]);
  });

  it("does not repeat messages typed here, however long, but shows those of others", () => {
    const { printed, printer, take } = open(true);
    const log = buildLog();
    const long = `${"word ".repeat(200)}end`;
    printer.typed(long);
    printer.typed("second");
    take(log.user(long));
    take(log.user("by someone else"));
    take(log.user("second"));
    take(log.user("second"));
    expect(printed).toEqual(["> by someone else", "> second"]);
  });

  it("shows a sub-agent below the run, and adds its tokens", () => {
    const { printed, printer, take } = open(true);
    const child = buildLog({ traceId: "child" });
    const spawned = {
      ...{ childTraceId: "child", toolCallId: "t", agent: "explore", prompt: "Find it", goalId: null },
      ...{ background: false, limits: { maxSteps: 9, maxTokens: null, maxDurationMs: null }, group: null },
    };
    take(buildLog().event({ type: "child.spawned", data: spawned }));
    take(child.assistant({ text: "Looking.", calls: [{ name: "grep_content", arguments: '{"a":1}' }] }));
    const call = { callId: "c", purpose: "step", model: "m", attempts: 1, finishReason: "stop" } as const;
    const usage = { ...testUsage, inputTokens: 70, outputTokens: 7 };
    const figures = { cost: 0.5, usage, durationMs: 1, firstTokenMs: null };
    take(child.event({ type: "call.finished", data: { ...call, ...figures } }));
    take(child.event(finished));
    expect(printed[0]).toBe("  ⇢ explore 1 (child): Find it");
    expect(printed.slice(1).join("\n")).toContain('explore 1 │   → grep_content {"a":1}');
    expect(printer.turn()).toMatchObject({ tokens: 77, cost: 0.5, steps: 0 });
  });

  it("shows changes to the plan, with the titles of earlier goals", () => {
    const log = buildLog();
    log.goals(goalCreated("g1", "root", { title: "Read" }));
    const { printed, printer, take } = open(true, log.entries);
    expect(printer.progress()).toBe("0 of 1 goals");
    take(log.goals({ op: "status", goalId: "g1", status: "completed", summary: "Done.", reason: null }));
    expect(printed).toEqual(["  ✓ Read: Done."]);
    expect(printer.progress()).toBe("1 of 1 goals");
  });
});

it("prints messages, whole answers and the end into a pipe", () => {
  const { printed, printer, take } = open(false);
  const log = buildLog();
  printer.typed("Hello");
  take(log.user("Hello"));
  const answer = log.assistant({ text: "first\nsecond" });
  printer.take(textDelta(answer.callId, "first\nsec"));
  take(answer);
  take(log.event(finished));
  expect(printed).toEqual(["> Hello", "first\nsecond", "completed"]);
});

it("prints the share of a budget that is used, and its end", () => {
  const { printed, take } = open(true);
  const log = buildLog();
  const warned = { level: "trace", unit: "usd", used: 0.041_23, allowed: 0.05, share: 0.8 } as const;
  take(log.event({ type: "budget.warned", data: warned }));
  take(
    log.event({
      type: "budget.warned",
      data: { ...warned, level: "workspace", unit: "tokens", allowed: 9, used: 9, share: 1 },
    }),
  );
  expect(printed).toEqual([
    "  ! 80% of the budget of 0.05usd is used (0.0412usd)",
    "  ! the workspace's budget for today of 9tok is used up (9tok)",
  ]);
});

it("prints the last messages of a conversation that continues", () => {
  const log = buildLog();
  for (let turn = 1; turn <= 4; turn += 1) {
    log.user(`Question ${turn}`);
    log.assistant({ calls: [{ id: `c${turn}` }] });
    log.tool(`c${turn}`);
    log.assistant({ text: `Answer ${turn}` });
  }
  const printed: string[] = [];
  printEarlierMessages({ print: (line) => void printed.push(line) }, log.entries);
  expect(printed).toEqual([
    "  … 2 earlier messages",
    ...[2, 3, 4].flatMap((turn) => [`\n› Question ${turn}`, `Answer ${turn}`]),
  ]);
});
