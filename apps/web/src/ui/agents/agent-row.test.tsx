import { describe, expect, it } from "vitest";
import type { TreeRun } from "../../lib/run-tree/use-run-tree.ts";
import { renderMarkup } from "../testing/render-markup.tsx";
import { AgentRow } from "./agent-row.tsx";

const RUN: TreeRun = {
  ...{ id: "a", parentId: "root", depth: 1, agent: "explore", title: "Find the callers", status: "running" },
  ...{
    waitingFor: null,
    toolCallId: "k",
    phase: "executing",
    activity: null,
    calls: 6,
    errors: 0,
    tokens: 100,
    cost: 0.021,
  },
  ...{
    createdAt: 1_000,
    startedAt: 1_000,
    endedAt: null,
    durationMs: 0,
    waitedMs: 0,
    modelCalls: 0,
    budget: null,
    answer: "",
    failure: null,
    decision: null,
  },
};
const ENDED = { status: "completed", endedAt: 31_000 } as const;

function markup(changes: Partial<TreeRun>, answer: string | null = null, unverified = 0): string {
  const run = { ...RUN, ...changes };
  return renderMarkup(
    <AgentRow workspace="shop" run={run} runs={[run]} level={0} answer={answer} unverified={unverified} />,
    "en",
  );
}

describe("the row of a sub-agent", () => {
  it("links to its trace and names its agent, task, calls and cost", () => {
    const html = markup({});
    expect(html).toContain('href="/w/shop/traces/a"');
    for (const text of ["explore", "Find the callers", "6 calls", "$0.021"]) expect(html).toContain(text);
  });

  it("shows its tokens instead of a cost that has no price, and neither before its first call", () => {
    expect(markup({ cost: null })).toContain("100 tokens");
    expect(markup({ cost: null, calls: 0 })).not.toContain("tokens");
  });

  it("shows its activity: a tool with its target, the model, or neither yet", () => {
    const tool = { kind: "tool", tool: "grep_content", target: "enqueue", since: 1 } as const;
    expect(markup({ activity: tool })).toMatch(/grep_content.*enqueue/u);
    expect(markup({ activity: { kind: "model", since: 1 } })).toContain("asking the model");
    expect(markup({ activity: null, phase: "idle", calls: 0 })).toContain("starting");
  });

  it("shows starting only once: between calls it is working, and after its last step answering", () => {
    expect(markup({ activity: null, phase: "idle" })).toContain("working");
    expect(markup({ activity: null })).toContain("working");
    expect(markup({ activity: { kind: "model", since: 1 }, phase: "responding" })).toContain("answering");
    expect(markup({ status: "queued", phase: "idle", calls: 0 })).toContain("waiting for a place");
  });

  it.each([
    ["approval", "waiting for your approval"],
    ["question", "waiting for your answer"],
    ["children", "waiting for its sub-agents"],
    ["budget", "waiting for a budget"],
  ] as const)("says that it waits: %s", (waitingFor, text) => {
    expect(markup({ status: "waiting", waitingFor })).toContain(text);
  });

  it("says since when it waits", () => {
    const waiting = { status: "waiting", waitingFor: "question", durationMs: 5_000 } as const;
    expect(markup(waiting)).toMatch(/waiting for your answer · <span[^>]*>\d+\w/u);
    expect(markup({})).not.toContain(" · ");
  });

  it("numbers sub-agents of one name", () => {
    const other = { ...RUN, id: "b", createdAt: 500 };
    const row = (
      <AgentRow workspace="shop" run={RUN} runs={[RUN, other]} level={0} answer={null} unverified={0} />
    );
    expect(renderMarkup(row, "en")).toContain(">explore 2</a>");
    expect(markup({})).toContain(">explore</a>");
  });

  it("shows the answer and duration of an ended sub-agent, and claims without evidence", () => {
    const html = markup(ENDED, "Five callers.", 2);
    for (const text of ["Five callers.", "30.0s", "2 unverified claims"]) expect(html).toContain(text);
  });

  it("shows the time that it worked, without the time that it waited", () => {
    expect(markup({ ...ENDED, waitedMs: 28_000 })).toContain("2.0s");
  });

  it("shows the same time before, during and after a wait", () => {
    const waiting = {
      status: "waiting",
      waitingFor: "approval",
      durationMs: 5_000,
      waitedMs: 2_000,
    } as const;
    expect(markup(waiting)).toContain(">3s<");
    expect(markup({ ...ENDED, endedAt: 36_000, durationMs: 35_000, waitedMs: 32_000 })).toContain("3.0s");
  });

  it("gives a branch without a result the mark of what was given up, as the graph does", () => {
    const failed = { ...RUN, ...ENDED, status: "failed", failure: "It repeated itself." } as const;
    const row = (isBranch: boolean): string =>
      renderMarkup(
        <AgentRow
          {...{ workspace: "shop", run: failed, runs: [failed], level: 0, answer: null, unverified: 0 }}
          isBranch={isBranch}
        />,
        "en",
      );
    expect(row(true)).toContain("<title>Abandoned</title>");
    expect(row(false)).toContain("<title>Failed</title>");
  });

  it("keeps a person's decision, even after its end", () => {
    const decided = (decision: "answered" | "approved" | "denied" | "gave_up", text: string): string =>
      markup({ ...ENDED, decision: { decision, personName: "Mira", text, decidedAt: 1 } }, "Done.");
    expect(decided("answered", "The second one")).toContain("Mira: The second one");
    expect(decided("gave_up", "Give up")).toContain("The guard stopped it, then Mira gave it up");
    expect(decided("approved", "write_file")).toContain("Mira approved write_file");
    expect(decided("denied", "write_file")).toContain("Mira denied write_file");
    expect(decided("answered", "Give up")).toContain("Done.");
  });

  it("shows what it was given and what is left of it while it works, and what it used after its end", () => {
    const given = { budget: { tokens: 1_000, usd: 0.5 } };
    expect(markup(given)).toContain("$0.479 of $0.500 · 900 of 1k tokens left");
    expect(markup({ ...given, ...ENDED })).toContain("$0.021 of $0.500 · 100 of 1k tokens used");
    expect(markup({})).not.toMatch(/ left| used/u);
  });

  it("keeps the line of its limits where they become known only later, so that the row does not grow", () => {
    const row = (keepsLimits: boolean): string =>
      renderMarkup(
        <AgentRow
          {...{ workspace: "shop", run: RUN, runs: [RUN], level: 0, answer: null, unverified: 0 }}
          keepsLimits={keepsLimits}
        />,
        "en",
      );
    expect(row(true)).toContain('<span aria-hidden="true" class="col-start-2 h-5"></span></li>');
    expect(row(false)).not.toContain('h-5"></span></li>');
  });

  it("shows the limit of the run above that it shares with others", () => {
    const root = { ...RUN, id: "root", parentId: null, depth: 0, cost: 0.1, budget: { usd: 0.5 } };
    const row = (
      <AgentRow workspace="shop" run={RUN} runs={[root, RUN]} level={0} answer={null} unverified={0} />
    );
    expect(renderMarkup(row, "en")).toContain("left for the whole run: $0.379 of $0.500");
    const ended = { ...RUN, ...ENDED };
    const after = (
      <AgentRow workspace="shop" run={ended} runs={[root, ended]} level={0} answer={null} unverified={0} />
    );
    expect(renderMarkup(after, "en")).toContain("its part of the whole run’s limits: $0.021 of $0.500");
    const main = (
      <AgentRow workspace="shop" run={root} runs={[root, RUN]} level={0} answer={null} unverified={0} />
    );
    expect(renderMarkup(main, "en")).toContain("$0.379 of $0.500 left for it and its sub-agents");
  });

  it("shows why it failed instead of its last text", () => {
    const html = markup({ ...ENDED, status: "failed", failure: "It repeated itself." }, "So far.");
    expect(html).toContain("It repeated itself.");
    expect(html).not.toContain("So far.");
  });
});
