import { expect, it } from "vitest";
import { SCRIPTED_PAUSE_MS, SCRIPTED_STAGE_MS } from "../tunables.ts";
import { readDemoPace } from "./demo-pace.ts";

it("pauses at each stage of a plan as long as the operator configured", () => {
  expect(readDemoPace({})).toEqual({ pauseMs: SCRIPTED_PAUSE_MS, stageMs: SCRIPTED_STAGE_MS });
  expect(readDemoPace({ GOALTRACE_DEMO_STAGE_MS: "0" }).stageMs).toBe(0);
  expect(() => readDemoPace({ GOALTRACE_DEMO_STAGE_MS: "long" })).toThrow("GOALTRACE_DEMO_STAGE_MS");
});
