import type { Entry } from "@goaltrace/core/log";
import { buildLog } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { runActivity } from "./run-activity.ts";

const READ = { id: "a", name: "read_file", arguments: '{"path":"src/a.ts"}' };
const SEARCH = { id: "b", name: "grep_content", arguments: '{"pattern":"total"}' };

const started = (id: string, toolName: string) => ({
  type: "tool.started" as const,
  data: { toolCallId: id, toolName, effect: "read_only" as const },
});

/** Two calls that began side by side. */
function runningCalls(): { readonly entries: readonly Entry[]; readonly log: ReturnType<typeof buildLog> } {
  const log = buildLog();
  log.user("Look");
  log.assistant({ calls: [READ, SEARCH] });
  log.event(started("a", "read_file"));
  log.event(started("b", "grep_content"));
  return { entries: log.entries, log };
}

describe("what a run does", () => {
  it("is the running call that began last, with its first argument", () => {
    const { entries } = runningCalls();
    expect(runActivity(entries)).toEqual({
      ...{ kind: "tool", tool: "grep_content", target: "total", since: entries.at(-1)?.at },
    });
  });

  it("is the call that still runs when the other has ended", () => {
    const { entries, log } = runningCalls();
    log.tool("b", { toolName: "grep_content" });
    expect(runActivity(entries)).toMatchObject({ tool: "read_file", target: "src/a.ts" });
  });

  it("is nothing between its last result and its next request", () => {
    const { entries, log } = runningCalls();
    log.tool("b", { toolName: "grep_content" });
    log.tool("a", { toolName: "read_file" });
    expect(runActivity(entries)).toBeNull();
    expect(runActivity([])).toBeNull();
  });

  it("names the tool without its argument when the answer with the call is not among the entries", () => {
    const { entries } = runningCalls();
    expect(runActivity(entries.slice(2))).toMatchObject({ tool: "grep_content", target: "" });
  });
});
