import { describe, expect, it, vi } from "vitest";
import type { PartialCall } from "../ports/live-feed.ts";
import { PARTIAL_TOOL_CHARACTERS } from "../tunables.ts";
import { type Case, type ContractCases } from "./contract-cases.ts";

/** Store contract, part: the text of running calls. Stores may write it with a short delay. */
export function describePartials(cases: ContractCases): void {
  const publish = (
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
    it("keeps the text of each running call until its outcome is durable", async () => {
      const of = await cases.create();
      const lease = await cases.claim(of.trace.id);
      publish(of, "answer", "text", [0, "Hel"]);
      publish(of, "answer", "text", [3, "lo"]);
      publish(of, "one", "output", [0, "line 1\n"]);
      publish(of, "two", "output", [0, "other"]);
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

    it("keeps the tail of long tool output with its offset", async () => {
      const of = await cases.create();
      const line = "0123456789";
      const lines = PARTIAL_TOOL_CHARACTERS / 4;
      for (let index = 0; index < lines; index++) publish(of, "one", "output", [index * line.length, line]);
      const length = lines * line.length;
      const text = line.repeat(lines).slice(-PARTIAL_TOOL_CHARACTERS);
      await expectPartials(of, [tool("one", length - PARTIAL_TOOL_CHARACTERS, text)]);
    });

    it("restarts the tail after a gap and ignores repeated text", async () => {
      const of = await cases.create();
      publish(of, "one", "output", [0, "first\n"]);
      publish(of, "one", "output", [1_000, "later\n"]);
      publish(of, "one", "output", [1_000, "later\n"]);
      publish(of, "one", "output", [1_003, "er\nlast\n"]);
      await expectPartials(of, [tool("one", 1_000, "later\nlast\n")]);
    });

    it("excludes streamed arguments from the model's text", async () => {
      const of = await cases.create();
      const delta = { kind: "delta", traceId: of.trace.id, callId: "answer", attempt: 1 } as const;
      cases.stores().live.publish({ ...delta, channel: "tool", offset: 0, text: "{" });
      cases.stores().live.publish({ ...delta, channel: "text", offset: 0, text: "Hello" });
      cases.stores().live.publish({ ...delta, channel: "tool", offset: 1, text: "}" });
      await expectPartials(of, [model("Hello")]);
    });

    it("starts over with a new attempt of a call", async () => {
      const of = await cases.create();
      const delta = { kind: "delta", traceId: of.trace.id, callId: "answer", channel: "text" } as const;
      cases.stores().live.publish({ ...delta, attempt: 1, offset: 0, text: "Half" });
      cases.stores().live.publish({ ...delta, attempt: 2, offset: 0, text: "Again" });
      await expectPartials(of, [{ ...model("Again"), attempt: 2 }]);
    });

    it("shows nothing to another workspace", async () => {
      const of = await cases.create();
      publish(of, "answer", "text", [0, "secret"]);
      await expectPartials(of, [model("secret")]);
      expect(await cases.stores().live.partial(await cases.makeScope(), of.trace.id)).toEqual([]);
    });
  });
}
