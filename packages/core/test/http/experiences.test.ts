import { expect, it } from "vitest";
import { describeExperiences } from "../../src/experiences/index.ts";
import type { PendingExperiences } from "../../src/ports/run-environment.ts";
import { buildExperience } from "../../src/testing/experiences.ts";
import { call, page } from "./memory-world.ts";
import { runScenario } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const EXPERIENCE = buildExperience({
  id: "e1",
  condition: "a lamp flickers",
  rule: "check the fuse",
  worked: 9,
  trials: 10,
});
const LINE = "- When a lamp flickers, then check the fuse (worked 9 of 10)";

/** A choice that is made when it is asked for the n-th time. */
function chosen(readyAt = 1): PendingExperiences {
  let asks = 0;
  return {
    take(inContext) {
      asks += 1;
      if (asks !== readyAt || inContext.has(EXPERIENCE.id)) return null;
      const { id: experienceId, worked, trials } = EXPERIENCE;
      return { text: describeExperiences([EXPERIENCE]), experiences: [{ experienceId, worked, trials }] };
    },
  };
}

/** The requests of a run with two calls, as the model gets them. */
async function twoCalls(experiences: PendingExperiences) {
  return await runScenario({
    ...{
      task: "The lamp flickers",
      tools: createTestTools([page("Nothing.")]),
      environment: { experiences },
    },
    script: [call("fetch_page", {}), { text: "Done." }],
  });
}

it("puts chosen experiences into every request of the turn, once and at the same place", async () => {
  const run = await twoCalls(chosen());
  expect(run.requests.map(({ body }) => body.split(LINE).length)).toEqual([2, 2]);
  const [event, ...others] = run.events("experience.injected");
  expect(others).toEqual([]);
  expect(event?.data.experiences).toEqual([{ experienceId: "e1", worked: 9, trials: 10 }]);
  // Everything up to the answer stays as it was sent, so the provider's cache holds.
  const [first = "", second = ""] = run.requests.map(({ body }) => body);
  const place = first.indexOf(LINE) + LINE.length;
  expect(second.startsWith(first.slice(0, place))).toBe(true);
});

it("never delays a call: a choice that is not made yet is added to a later one", async () => {
  const run = await twoCalls(chosen(2));
  expect(run.requests.map(({ body }) => body.includes(LINE))).toEqual([false, true]);
});

it("passes the experiences of the context to the choice", async () => {
  const seen: (readonly string[])[] = [];
  const first = chosen();
  const run = await twoCalls({
    take(inContext) {
      seen.push([...inContext]);
      return first.take(inContext);
    },
  });
  expect(seen).toEqual([[], ["e1"]]);
  expect(
    run
      .events("call.started")
      .at(-1)
      ?.data.report.segments.map(({ kind }) => kind),
  ).toContain("recalled");
});
