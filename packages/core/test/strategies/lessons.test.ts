import { describe, expect, it } from "vitest";
import type { WireAnswer } from "../http/model-server.ts";
import { type Outcome, runScenario } from "../http/run-scenario.ts";
import { isAsked, readRequest } from "./plan-model.ts";

const LESSON = "Look for the name of the file first.";

/** A run of `react` whose model makes these calls, one per answer, and then answers. */
async function runCalls(
  calls: readonly (readonly [tool: string, args: object])[],
  lesson: string = JSON.stringify({ lesson: LESSON }),
): Promise<Outcome> {
  const answer = (body: string): WireAnswer => {
    const request = readRequest(body);
    if (isAsked(request, "A tool call has failed")) return { text: lesson };
    const call = calls[request.messages.filter(({ role }) => role === "tool").length];
    if (call === undefined) return { text: "Done." };
    const [name, args] = call;
    return {
      text: "I try.",
      calls: [{ id: `c${request.messages.length}`, name, arguments: JSON.stringify(args) }],
    };
  };
  return await runScenario({ strategy: "react", script: ({ body }) => answer(body) });
}

const lessonsOf = ({ events }: Outcome): readonly (readonly [string, string])[] =>
  events("lesson.learned").map(({ data: { by, text } }) => [by, text]);

describe("a run without a plan", () => {
  it("learns nothing from one failed call: its error is in the next request", async () => {
    const outcome = await runCalls([["fail", { path: "a" }]]);
    expect(lessonsOf(outcome)).toEqual([]);
    expect(outcome.requests).toHaveLength(2);
  });

  it("draws a lesson from the second failure of a tool, which the next requests show", async () => {
    const outcome = await runCalls([
      ["fail", { path: "a" }],
      ["fail", { path: "b" }],
      ["read", { path: "c" }],
    ]);
    expect(lessonsOf(outcome)).toEqual([["model", LESSON]]);
    expect(outcome.requests.at(-1)?.body).toContain(`- ${LESSON}`);
    expect(outcome.trace.status).toBe("completed");
  });

  it("learns at no cost from a call that was wrong itself", async () => {
    const outcome = await runCalls([["read", { path: 3 }]]);
    expect(lessonsOf(outcome)).toMatchObject([["rule", expect.stringContaining("read: ")]]);
    expect(outcome.requests).toHaveLength(2);
  });

  it("keeps the error as the lesson when the model's cannot be used", async () => {
    const outcome = await runCalls(
      [
        ["fail", { path: "a" }],
        ["fail", { path: "b" }],
      ],
      "no lesson",
    );
    expect(lessonsOf(outcome)).toMatchObject([["rule", expect.stringContaining("disk is full")]]);
    expect(outcome.trace.status).toBe("completed");
  });
});
