import { describe, expect, it, vi } from "vitest";
import type { PartialCall } from "../ports/live-feed.ts";
import { PARTIAL_TOOL_CHARACTERS } from "../tunables.ts";
import { type Case, type ContractCases } from "./contract-cases.ts";

/** What stores promise of the text of calls that run; a part of the store contract. Stores may write it a moment later. */
export function describePartials(cases: ContractCases): void {
  const say = (
    of: Case,
    callId: string,
    channel: "text" | "output",
    piece: readonly [number, string],
  ): void => {
    const [offset, text] = piece;
    cases
      .stores()
      .live.publish({ kind: "delta", traceId: of.trace.id, callId, attempt: 1, channel, offset, text });
  };
  const expectPartials = async (of: Case, expected: readonly PartialCall[]): Promise<void> => {
    await vi.waitFor(async () => {
      const partials = await cases.stores().live.partial(of.scope, of.trace.id);
      expect(partials.toSorted((left, right) => (left.callId < right.callId ? -1 : 1))).toEqual(expected);
    });
  };
  const model = (text: string): PartialCall => ({
    ...{ kind: "model", callId: "answer", attempt: 1, text, reasoning: "" },
  });
  const tool = (callId: string, offset: number, text: string): PartialCall => ({
    ...{ kind: "tool", callId, attempt: 1, offset, text },
  });

  describe("partial texts", () => {
    it("each running call of a trace has its own, until its outcome is durable", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      say(of, "answer", "text", [0, "Hel"]);
      say(of, "answer", "text", [3, "lo"]);
      say(of, "one", "output", [0, "line 1\n"]);
      say(of, "two", "output", [0, "other"]);
      await expectPartials(of, [model("Hello"), tool("one", 0, "line 1\n"), tool("two", 0, "other")]);
      const result = of.log.tool("one", { toolName: "shell", output: "line 1" });
      await cases.append(of, lease, { entries: [result] });
      await expectPartials(of, [model("Hello"), tool("two", 0, "other")]);
      const end = of.log.event({
        type: "trace.finished",
        data: { status: "completed", failure: null, summary: null },
      });
      await cases.append(of, lease, { entries: [end] });
      await expectPartials(of, []);
    });

    it("of a tool's long output the end is kept, and where it begins", async () => {
      const of = await cases.create();
      const line = "0123456789";
      const lines = PARTIAL_TOOL_CHARACTERS / 4;
      for (let index = 0; index < lines; index++) say(of, "one", "output", [index * line.length, line]);
      const length = lines * line.length;
      const text = line.repeat(lines).slice(-PARTIAL_TOOL_CHARACTERS);
      await expectPartials(of, [tool("one", length - PARTIAL_TOOL_CHARACTERS, text)]);
    });

    it("after a gap the kept output starts over, and a piece that came before adds nothing", async () => {
      const of = await cases.create();
      say(of, "one", "output", [0, "first\n"]);
      say(of, "one", "output", [1_000, "later\n"]);
      say(of, "one", "output", [1_000, "later\n"]);
      say(of, "one", "output", [1_003, "er\nlast\n"]);
      await expectPartials(of, [tool("one", 1_000, "later\nlast\n")]);
    });

    it("the arguments that a model writes are no part of its text", async () => {
      const of = await cases.create();
      const delta = { kind: "delta", traceId: of.trace.id, callId: "answer", attempt: 1 } as const;
      cases.stores().live.publish({ ...delta, channel: "tool", offset: 0, text: "{" });
      cases.stores().live.publish({ ...delta, channel: "text", offset: 0, text: "Hello" });
      cases.stores().live.publish({ ...delta, channel: "tool", offset: 1, text: "}" });
      await expectPartials(of, [model("Hello")]);
    });

    it("a new attempt of a call starts over", async () => {
      const of = await cases.create();
      const delta = { kind: "delta", traceId: of.trace.id, callId: "answer", channel: "text" } as const;
      cases.stores().live.publish({ ...delta, attempt: 1, offset: 0, text: "Half" });
      cases.stores().live.publish({ ...delta, attempt: 2, offset: 0, text: "Again" });
      await expectPartials(of, [{ ...model("Again"), attempt: 2 }]);
    });

    it("another workspace sees none", async () => {
      const of = await cases.create();
      say(of, "answer", "text", [0, "secret"]);
      await expectPartials(of, [model("secret")]);
      expect(await cases.stores().live.partial(await cases.makeScope(), of.trace.id)).toEqual([]);
    });
  });
}
