import { expect, it } from "vitest";
import { buildLog } from "../testing/builders.ts";
import { OUTLINE_VERSION, toOutline } from "./to-outline.ts";
import type { OutlineEntry } from "./outline.ts";

/** Outlines of `oneOfEachKind` in version 3. Stores hold outlines like these. */
const VERSION_7 = [
  '{"q":1,"t":1767603601000,"g":"root","k":"user","d":"Look","n":4}',
  '{"q":2,"t":1767603602000,"g":"root","k":"goals","ops":[{"op":"focused","goalId":"g1"}]}',
  '{"q":3,"t":1767603603000,"g":"g1","k":"assistant","d":"read_file()","i":100,"o":20,"c":0.001,"m":500,"calls":["call"],"f":100,"h":60}',
  '{"q":4,"t":1767603604000,"g":"g1","k":"started","call":"call","name":"read_file"}',
  '{"q":6,"t":1767603606000,"g":"g1","k":"tool","d":"ten lines","call":"call","name":"read_file","s":"ok","n":9,"m":10}',
  '{"q":7,"t":1767603607000,"g":"g1","k":"retry","attempt":2,"d":"Busy","m":9,"w":null}',
  '{"q":8,"t":1767603608000,"g":"g1","k":"error","d":"Gone","call":"c"}',
  '{"q":9,"t":1767603609000,"g":"g1","k":"limit","d":"steps"}',
  '{"q":10,"t":1767603610000,"g":"g1","k":"compacted","layer":"clear","n":2,"before":90,"after":40}',
  '{"q":11,"t":1767603611000,"g":"g1","k":"loop","detector":"same_call","action":"noted","count":3,"from":4}',
  '{"q":12,"t":1767603612000,"g":"g1","k":"end","status":"failed","d":"Gone"}',
];

it("outlines denied and prompted permissions, and checks of goals", () => {
  const log = buildLog();
  const digests = { definitionDigest: "d", argumentsDigest: "a" };
  const decision = { toolCallId: "call", toolName: "write_file", ruleId: null, reason: null, ...digests };
  for (const effect of ["allow", "deny", "ask"] as const)
    log.event({ type: "permission.decided", data: { ...decision, effect, by: "rule" } });
  const done = { op: "status", goalId: "g", status: "completed", summary: null, reason: null } as const;
  log.goals(done, { ...done, verified: true });
  expect(log.entries.map(toOutline)).toMatchObject([
    null,
    { k: "permission", effect: "deny", call: "call", d: "write_file" },
    { k: "permission", effect: "ask" },
    { k: "goals", ops: [done, { ...done, verified: true }] },
  ]);
});

function oneOfEachKind(): readonly (OutlineEntry | null)[] {
  const log = buildLog();
  const failure = (message: string): { code: "MODEL_UNAVAILABLE"; message: string; fix: string } => ({
    ...{ code: "MODEL_UNAVAILABLE", message, fix: "Wait." },
  });
  log.user("Look");
  log.goals({ op: "focused", goalId: "g1" });
  log.assistant({ calls: [{ id: "call" }] });
  log.event({
    type: "tool.started",
    data: { toolCallId: "call", toolName: "read_file", effect: "read_only" },
  });
  log.event({ type: "tool.progressed", data: { toolCallId: "call", text: "half" } });
  log.tool("call", { output: "ten lines" });
  log.event({
    type: "call.attempt_failed",
    data: {
      ...{ callId: "c", attempt: 2, model: "m", failure: failure("Busy") },
      ...{ retryAfterMs: null, durationMs: 9 },
    },
  });
  log.event({ type: "call.failed", data: { callId: "c", attempts: 2, failure: failure("Gone") } });
  log.event({ type: "limit.reached", data: { limit: "steps", used: 50, allowed: 50 } });
  log.event({
    type: "context.cleared",
    data: { sequences: [1, 2], reason: "asked", beforeTokens: 90, afterTokens: 40 },
  });
  log.event({
    type: "loop.detected",
    data: { detector: "same_call", action: "noted", count: 3, sequences: [4, 5], evidence: "again" },
  });
  log.event({ type: "trace.finished", data: { status: "failed", failure: failure("Gone"), summary: null } });
  return log.entries.map(toOutline);
}

it("still produces the stored outlines of version 7", () => {
  expect(OUTLINE_VERSION).toBe(7);
  expect(oneOfEachKind().flatMap((outline) => (outline === null ? [] : [JSON.stringify(outline)]))).toEqual(
    VERSION_7,
  );
});
