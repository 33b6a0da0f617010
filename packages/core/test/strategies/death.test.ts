import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_SOAK } from "../../src/testing/soak.ts";
import { startModelServer, type ModelServer, type WireAnswer } from "../http/model-server.ts";
import { liveWith } from "./lives.ts";
import {
  answerChecked,
  answerCluster,
  answerPlan,
  answerReview,
  CLUSTER,
  isAsked,
  readRequest,
} from "./plan-model.ts";

let server: ModelServer;
let answer: (body: string) => WireAnswer = answerPlan;
beforeAll(async () => {
  server = await startModelServer(({ body }) => ({ kind: "answer", answer: answer(body) }));
});
afterAll(async () => await server.close());

/** The outcome of a call with effects that ran at a death is unknown, so the calls here only read. */
const READING = CLUSTER.map((step) => ({ ...step, tool: "read" }));

const STRATEGIES: readonly (readonly [string, (body: string) => WireAnswer])[] = [
  ["plan-execute", answerPlan],
  ["plan-execute", (body) => answerChecked(body, 1)],
  [
    "auto",
    (body) =>
      isAsked(readRequest(body), "Decide how the person's last message")
        ? { text: '{"route":"PLAN_REQUIRED","reason":"Several parts."}' }
        : answerPlan(body),
  ],
  ["reflect", answerReview],
  ["rewoo", (body) => answerCluster(body, READING)],
];

/** A graph with a failed call, whose results do not suffice. */
const BROKEN = [
  { id: "E1", title: "Broken", tool: "fail", args: { path: "x" } },
  { id: "E2", title: "Fine", tool: "read", args: { path: "y" } },
  { id: "E3", title: "Behind", tool: "read", args: { path: "${E1}" } },
];

/** Runs that meet failures, in soak only: they have many appends. */
const FAILING: typeof STRATEGIES = [
  ["plan-execute", (body) => answerChecked(body, 9)],
  [
    "reflect",
    (body) =>
      isAsked(readRequest(body), "Review your last answer")
        ? { text: '{"findings":[{"angle":"facts","blocking":true,"text":"The sum is 8."}]}' }
        : { text: `Draft ${String(readRequest(body).messages.length)}` },
  ],
  [
    "rewoo",
    (body) =>
      isAsked(readRequest(body), "The planned calls have ended")
        ? { text: '{"answer":"March is missing.","evidence_sufficient":false}' }
        : answerCluster(body, BROKEN),
  ],
];

describe.each(IS_SOAK ? [...STRATEGIES, ...FAILING] : STRATEGIES)(
  "a run of %s whose process dies",
  (strategy, script) => {
    it("makes the same plan and decisions, lost or committed at any append", async () => {
      answer = script;
      const calm = await liveWith(server, { strategy, crash: null });
      expect(calm.status).toBe("completed");
      expect(calm.decisions.length).toBeGreaterThan(0);
      // An odd step, so that batches are lost and committed in turn.
      for (let append = 1; append <= calm.appends; append += IS_SOAK ? 1 : 3)
        for (const committed of IS_SOAK ? [true, false] : [append % 2 === 1]) {
          const { status, summary, goals, decisions } = await liveWith(server, {
            strategy,
            crash: { append, committed },
          });
          expect({ append, committed, status, summary, goals, decisions }).toEqual({
            ...{ append, committed, status: "completed", summary: calm.summary },
            ...{ goals: calm.goals, decisions: calm.decisions },
          });
        }
    });
  },
);
