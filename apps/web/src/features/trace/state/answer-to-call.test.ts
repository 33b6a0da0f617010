import { toOutline } from "@goaltrace/core/log";
import { buildLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { answerToCall, createTraceModel } from "./trace-model.ts";

type LogBuilder = ReturnType<typeof buildLog>;

function answer(write: (log: LogBuilder) => void): ReturnType<typeof answerToCall> {
  const log = buildLog();
  log.user("Compare them");
  log.assistant({ calls: [{ id: "call", name: "explore", arguments: "{}" }] });
  write(log);
  const entries = log.entries.flatMap((entry) => toOutline(entry) ?? []);
  return answerToCall(
    createTraceModel(entries, () => undefined),
    "call",
  );
}

it("returns the first text of the run after the result of a call", () => {
  const found = answer((log) => {
    log.tool("call", { toolName: "explore", outcome: "ok" });
    log.assistant({ text: "The second is the best." });
    log.assistant({ text: "Done." });
  });
  expect(found?.text).toBe("The second is the best.");
});

it("returns nothing while the call runs, before an answer, or when a person spoke first", () => {
  expect(answer((log) => void log.assistant({ text: "Meanwhile." }))).toBeNull();
  expect(answer((log) => void log.tool("call", { toolName: "explore", outcome: "ok" }))).toBeNull();
  expect(
    answer((log) => {
      log.tool("call", { toolName: "explore", outcome: "ok" });
      log.user("And now something else");
      log.assistant({ text: "Something else." });
    }),
  ).toBeNull();
});
