import type { Trace } from "@goaltrace/core/log";
import type { OutlineEntry } from "@goaltrace/core/log";

/** Returns the trace record of a showcase run. Only its agent and status are shown. */
export function showcaseTrace(status: Trace["status"]): Trace {
  return {
    id: "showcase",
    workspaceId: "showcase",
    personId: "showcase",
    conversationId: null,
    rootId: "showcase",
    parentId: null,
    spawnedBy: null,
    origin: null,
    mode: "agent",
    agent: {
      name: "general",
      instructions: "",
      strategy: "react",
      tools: "all",
      limits: { maxSteps: 50, maxTokens: null, maxDurationMs: null },
    },
    models: [],
    task: "",
    context: {},
    tags: [],
    projectFolder: null,
    createdAt: 0,
    status,
    waitingFor: null,
    phase: "executing",
    currentGoalId: null,
    lastSequence: 0,
    lastMessage: "",
    summary: null,
    failure: null,
    startedAt: 0,
    endedAt: null,
    totals: {
      messages: 0,
      modelCalls: 0,
      toolCalls: 0,
      errors: 0,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      reasoningTokens: 0,
      cost: null,
      durationMs: 0,
    },
  };
}

type Part<K extends OutlineEntry["k"]> = Omit<Extract<OutlineEntry, { k: K }>, "q" | "t">;

/** Returns a run with every mark, in the form that the runtime writes. */
export function markedLog(): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const at = (): { q: number; t: number } => ({ q: entries.length + 1, t: entries.length * 400 });
  const turn = (g: string, text: string, calls: readonly Omit<Part<"tool">, "g" | "k">[]): void => {
    entries.push({
      ...at(),
      g,
      k: "assistant",
      d: text,
      i: 6_900,
      o: 92,
      c: 0.009,
      m: 2_400,
      calls: calls.map((call) => call.call),
    });
    for (const call of calls) entries.push({ ...at(), g, k: "tool", ...call });
  };
  const goal = (goalId: string, parentId: string, title: string): void => {
    entries.push({
      ...at(),
      g: parentId,
      k: "goals",
      ops: [
        { op: "created", goalId, parentId, index: 99, title, reason: null, acceptance: [], dependsOn: [] },
        { op: "status", goalId, status: "in_progress", summary: null, reason: null },
        { op: "focused", goalId },
      ],
    });
  };
  const close = (goalId: string, status: "completed" | "failed" | "abandoned", reason: string): void => {
    entries.push({
      ...at(),
      g: goalId,
      k: "goals",
      ops: [
        {
          op: "status",
          goalId,
          status,
          summary: status === "completed" ? reason : null,
          reason: status === "completed" ? null : reason,
        },
      ],
    });
  };
  const ok = (call: string, name: string, d: string): Omit<Part<"tool">, "g" | "k"> => ({
    call,
    name,
    d,
    s: "ok",
    n: 400,
    m: 38,
  });
  entries.push({ ...at(), g: "root", k: "begin", d: "Find why checkout latency doubled after the release" });
  turn("root", "A plan first.", [ok("p", "goal", "Plan: add")]);
  goal("queries", "root", "Database queries");
  turn("queries", "Find every place a coupon is resolved", [
    ok("q1", "grep_content", "7 matches in 3 files"),
    ok("q2", "read_file", "src/checkout/price-lines.ts"),
    { ...ok("q3", "read_file", "No such file: src/checkout/old.ts"), s: "error" },
  ]);
  entries.push({ ...at(), g: "queries", k: "retry", attempt: 1, d: "429 Too many requests" });
  turn("queries", "Compare with the version before", [ok("q4", "grep_content", "2 matches")]);
  close("queries", "completed", "1 → 14 queries per request");
  goal("gateway", "root", "Gateway latency");
  for (let index = 0; index < 5; index += 1)
    turn("gateway", "Look at the gateway once more", [ok(`g${index}`, "read_file", "gateway.log")]);
  entries.push({
    ...at(),
    g: "gateway",
    k: "loop",
    detector: "same_call",
    action: "noted",
    count: 5,
    from: 15,
  });
  close("gateway", "abandoned", "p95 flat at 182 ms");
  goal("fix", "root", "Propose a fix");
  entries.push({
    ...at(),
    g: "fix",
    k: "compacted",
    layer: "summarise",
    n: 94,
    before: 182_000,
    after: 31_000,
  });
  turn("fix", "Batch the lookup", [
    ok("f1", "edit_file", "+6 −9 price-lines.ts"),
    ok("f2", "write_file", "batch-coupons.ts"),
  ]);
  goal("callers", "fix", "Other callers");
  for (let index = 0; index < 3; index += 1)
    turn("callers", "Is the index built?", [ok(`c${index}`, "list_directory", "still building")]);
  entries.push({
    ...at(),
    g: "callers",
    k: "loop",
    detector: "same_call",
    action: "polling",
    count: 8,
    from: 40,
  });
  close("callers", "completed", "None found");
  goal("benchmark", "fix", "Benchmark");
  turn("benchmark", "Measure before and after", [
    { ...ok("b1", "run_command", "ECONNREFUSED 5433"), s: "error" },
  ]);
  close("benchmark", "failed", "ECONNREFUSED 5433");
  goal("review", "root", "Push for review");
  entries.push({ ...at(), g: "review", k: "resumed", unknown: 1 });
  turn("review", "Prepare the change", [ok("r1", "run_command", "git diff --stat")]);
  entries.push({ ...at(), g: "review", k: "limit", d: "steps" });
  return entries;
}

/** Returns a run whose root has more goals than fit side by side. Three of them failed. */
export function fanOutLog(goals: number): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [{ q: 1, t: 0, g: "root", k: "begin", d: "Read every report" }];
  const at = (): { q: number; t: number } => ({ q: entries.length + 1, t: entries.length * 100 });
  for (let index = 0; index < goals; index += 1) {
    const goalId = `report-${index}`;
    const status = index % 12 === 11 ? "failed" : "completed";
    entries.push({
      ...at(),
      g: "root",
      k: "goals",
      ops: [
        {
          op: "created",
          goalId,
          parentId: "root",
          index,
          title: `Report ${index + 1}`,
          reason: null,
          acceptance: [],
          dependsOn: [],
        },
        { op: "focused", goalId },
      ],
    });
    entries.push({
      ...at(),
      g: goalId,
      k: "assistant",
      d: "Read",
      i: 900,
      o: 40,
      c: 0.001,
      m: 300,
      calls: [],
    });
    entries.push({
      ...at(),
      g: goalId,
      k: "goals",
      ops: [
        { op: "status", goalId, status, summary: null, reason: null },
        { op: "focused", goalId: "root" },
      ],
    });
    entries.push({
      ...at(),
      g: "root",
      k: "assistant",
      d: "Next",
      i: 900,
      o: 20,
      c: 0.001,
      m: 200,
      calls: [],
    });
  }
  return entries;
}
