import { describe, expect, it } from "vitest";
import type { WireAnswer } from "../http/model-server.ts";
import { type Outcome, runScenario } from "../http/run-scenario.ts";
import { answerReview, isAsked, readRequest } from "./plan-model.ts";

const runReview = async (answer: (body: string) => WireAnswer): Promise<Outcome> =>
  await runScenario({ strategy: "reflect", script: ({ body }) => answer(body) });

const BLOCKING = '{"findings":[{"angle":"facts","blocking":true,"text":"The sum is 8."}]}';

describe("reflect", () => {
  it("revises a draft until the review finds nothing to fix, then stops", async () => {
    const { trace, events, requests } = await runReview(answerReview);
    expect(trace).toMatchObject({ status: "completed", summary: "The sum is 8." });
    expect(
      events("critique.made").map(({ data }) => [data.round, data.verdict, data.findings.length]),
    ).toEqual([
      [1, "revise", 1],
      [2, "accept", 1],
    ]);
    expect(requests).toHaveLength(4);
    expect(requests[2]?.body).toContain("- facts: It is 8, not 7.");
  });

  it("keeps an answer without findings", async () => {
    const { requests, events } = await runReview((body) =>
      isAsked(readRequest(body), "Review your last answer")
        ? { text: '{"findings":[]}' }
        : { text: "Right." },
    );
    expect(requests).toHaveLength(2);
    expect(events("critique.made")).toHaveLength(1);
  });

  it("ends after two reviews with the revised answer, whatever the critic still finds", async () => {
    let drafts = 0;
    const { trace, events } = await runReview((body) => {
      if (isAsked(readRequest(body), "Review your last answer")) return { text: BLOCKING };
      drafts += 1;
      return { text: `Draft ${drafts}` };
    });
    expect(events("critique.made")).toHaveLength(2);
    expect(trace.summary).toBe("Draft 3");
  });

  it("accepts the draft if the review cannot be read twice, and records that", async () => {
    const { trace, events } = await runReview((body) =>
      isAsked(readRequest(body), "Review your last answer")
        ? { text: "Looks good to me." }
        : { text: "Draft." },
    );
    expect(trace.summary).toBe("Draft.");
    expect(events("call.rejected").map(({ data }) => data.willRetry)).toEqual([true, false]);
    expect(events("critique.made")[0]?.data).toMatchObject({
      verdict: "accept",
      findings: [{ angle: "review", blocking: false }],
    });
  });
});
