import { describe, expect, it } from "vitest";
import { buildLog } from "../testing/builders.ts";
import { buildExperience } from "../testing/experiences.ts";
import { describeExperiences } from "./describe-experiences.ts";
import { distill, type Observation } from "./distill.ts";
import { judgeRun } from "./judge-run.ts";
import { observeLog } from "./observe-log.ts";
import { findRelevant } from "./rank-experiences.ts";

const PLACE = {
  ...{
    traceId: "t",
    sequence: 7,
    toolName: null,
    task: "Why is checkout\nslow since 4.17?",
    taskSequence: 1,
  },
};
const EVERYBODY = { audience: "workspace", agent: null } as const;
const thumb = (score: 1 | -1, text: string): Observation => ({ ...PLACE, kind: "thumb", score, text });

describe("a candidate", () => {
  it("takes the condition from the task and the rule from the reason", () => {
    expect(distill(thumb(1, "Compares both versions first"), EVERYBODY)).toMatchObject({
      condition: 'a task is like "Why is checkout slow since 4.17?"',
      ...{ rule: "Compares both versions first", source: "feedback", audience: "workspace" },
      evidence: [{ traceId: "t", sequence: 7, taskSequence: 1, worked: true }],
    });
  });

  it("keeps a complaint as a rule that has not been tried", () => {
    const candidate = distill(thumb(-1, "It read commits before the spans"), EVERYBODY);
    expect(candidate?.rule).toBe("avoid this: It read commits before the spans");
    expect(candidate?.evidence[0]?.worked).toBeNull();
  });

  it.each([
    ["When a page answers 403, then ask instead of another user agent.", "a page answers 403"],
    ["If tests fail only in CI, run them with one worker", "tests fail only in CI"],
    ["当测试只在 CI 失败时，先用一个进程运行", "测试只在 CI 失败"],
  ])("keeps words that already form a rule: %s", (text, condition) => {
    const candidate = distill(thumb(-1, text), EVERYBODY);
    expect(candidate?.condition).toBe(condition);
    expect(candidate?.rule).not.toContain("avoid");
    // Its words are not those of the task, so erasing the task leaves it.
    expect(candidate?.evidence[0]?.taskSequence).toBeNull();
  });

  it("is null for a thumb without words", () => {
    expect(distill(thumb(-1, "  "), EVERYBODY)).toBeNull();
  });

  it("names the tool that it is about, and limits a long reason", () => {
    const correction: Observation = {
      ...PLACE,
      kind: "correction",
      toolName: "bash",
      text: "x ".repeat(9_000),
    };
    const candidate = distill(correction, EVERYBODY);
    expect(candidate?.condition).toContain('calling bash for a task like "Why is checkout');
    expect(candidate?.rule.length).toBeLessThanOrEqual(600);
  });
});

/** A run whose call fails, teaches a lesson, and is tried again with this outcome. */
function logWithLesson(outcome: "ok" | "error", retriedTool = "bash") {
  const log = buildLog({ traceId: "t" });
  log.user("Run the tests");
  // A success before the lesson does not show that it helps.
  log.assistant({ calls: [{ id: "c0", name: "bash", arguments: "{}" }] });
  log.tool("c0", { toolName: "bash" });
  log.assistant({ calls: [{ id: "c1", name: "bash", arguments: "{}" }] });
  log.tool("c1", { toolName: "bash", outcome: "error" });
  log.event({
    type: "lesson.learned",
    data: {
      ...{ lessonId: "l1", by: "model", toolCallId: "c1", callId: null },
      text: "When a test file is missing, then list the folder first.",
    },
  });
  log.assistant({ calls: [{ id: "c2", name: retriedTool, arguments: "{}" }] });
  log.tool("c2", { toolName: retriedTool, outcome });
  return { traceId: "t", entries: log.entries };
}

describe("the observations in a log", () => {
  it("are lessons after which the same tool succeeded", () => {
    const [observation, ...others] = observeLog(logWithLesson("ok"));
    expect(others).toEqual([]);
    expect(observation).toMatchObject({
      kind: "lesson",
      toolName: "bash",
      task: "Run the tests",
      taskSequence: 1,
    });
    expect(observation && distill(observation, EVERYBODY)).toMatchObject({
      ...{ source: "execution", condition: "a test file is missing", rule: "list the folder first." },
      evidence: [{ worked: true }],
    });
    expect(observeLog(logWithLesson("error"))).toEqual([]);
    expect(observeLog(logWithLesson("ok", "read_file"))).toEqual([]);
  });

  it("are calls that a person denied or changed and said why", () => {
    const decided = (
      decision: "approved" | "denied",
      reason: string | null,
      editedArguments: string | null,
    ) => {
      const log = buildLog({ traceId: "t" });
      log.user("Load test staging");
      log.assistant({ calls: [{ id: "c1", name: "bash", arguments: "{}" }] });
      log.event({
        type: "approval.decided",
        data: {
          ...{
            approvalId: "a",
            toolCallId: "c1",
            decision,
            personId: "p",
            reason,
            editedArguments,
            ruleId: null,
          },
        },
      });
      return observeLog({ traceId: "t", entries: log.entries }).map(({ kind, text }) => [kind, text]);
    };
    expect(decided("denied", "Ask before any load test", null)).toEqual([
      ["correction", "Ask before any load test"],
    ]);
    expect(decided("approved", "Fewer requests", "{}")).toEqual([["correction", "Fewer requests"]]);
    expect(decided("approved", "Fine", null)).toEqual([]);
    expect(decided("denied", null, null)).toEqual([]);
    expect(decided("denied", "[erased]", null)).toEqual([]);
  });
});

describe("how a run went", () => {
  const check = (by: "rule" | "model", verdict: "verified" | "not_done") => {
    const log = buildLog({ traceId: "t" });
    log.event({
      type: "claim.checked",
      data: {
        ...{ goalId: "1", by, callId: null, verdict, round: 1, evidence: [], missing: [] },
      },
    });
    return log.entries;
  };

  it("is decided by an executed check before a person, a person before a model, a model before the end", () => {
    const judge = (entries: ReturnType<typeof check>, ratings: readonly number[]) =>
      judgeRun({ status: "completed", entries, ratings });
    expect(judge(check("rule", "not_done"), [1])).toEqual({ outcome: "failed", basis: "check" });
    expect(judge(check("model", "not_done"), [1])).toEqual({ outcome: "worked", basis: "person" });
    expect(judge(check("model", "not_done"), [])).toEqual({ outcome: "failed", basis: "model" });
    expect(judge([], [-1])).toEqual({ outcome: "failed", basis: "person" });
    expect(judge([], [1, -1])).toEqual({ outcome: "worked", basis: "end" });
  });

  it("is unknown for a run that a person stopped", () => {
    const outcomeOf = (status: "failed" | "cancelled" | "interrupted") =>
      judgeRun({ status, entries: [], ratings: [] }).outcome;
    expect([outcomeOf("failed"), outcomeOf("cancelled"), outcomeOf("interrupted")]).toEqual([
      ...["failed", "unknown", "unknown"],
    ]);
  });
});

describe("the experiences for a task", () => {
  const slow = buildExperience({
    condition: 'a task is like "Why is checkout slow?"',
    rule: "compare the spans",
  });
  const others = ["a page answers 403", "a migration touches orders", "测试只在 CI 失败"].map((condition) =>
    buildExperience({ condition, rule: "ask first" }),
  );
  const found = (task: string) =>
    findRelevant([slow, ...others], task).map(({ experience }) => experience.condition);

  it("are those whose condition fits, in either language", () => {
    expect(found("Checkout is slow again, find out why")).toEqual([slow.condition]);
    expect(found("为什么测试在 CI 失败？")).toEqual(["测试只在 CI 失败"]);
    expect(found("Translate this poem about herons")).toEqual([]);
  });

  it("are found in a workspace with only one, and never unless they are approved", () => {
    expect(findRelevant([slow], "Checkout is slow again")).toHaveLength(1);
    expect(findRelevant([{ ...slow, state: "candidate" }], "Checkout is slow again")).toEqual([]);
  });

  it("are described with how often they worked", () => {
    const text = describeExperiences([
      buildExperience({ condition: "c", rule: "r", worked: 45, trials: 50 }),
      slow,
    ]);
    expect(text).toContain("- When c, then r (worked 45 of 50)");
    expect(text).toContain("then compare the spans (not tried yet)");
    expect(describeExperiences([])).toBe("");
  });
});
