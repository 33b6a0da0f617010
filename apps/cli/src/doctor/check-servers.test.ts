import type { McpServerView } from "@goaltrace/host";
import { describe, expect, it } from "vitest";
import { serverFinding } from "./check-servers.ts";

const tool = (state: "approved" | "new" | "changed"): McpServerView["tools"][number] => ({
  ...{ tool: "find", name: "docs__find", state, approved: null, live: null, digest: null, approvedAt: null },
});
const ready: McpServerView = {
  ...{ source: "workspace", name: "docs", kind: "stdio", settings: {}, settingsDigest: "" },
  ...{ isEnabled: true, needsConsent: false, state: "ready", problem: null, signIn: null, identity: null },
  ...{ seenAt: null, tools: [tool("approved")], isPinBroken: false },
};

describe("the finding of doctor about an MCP server", () => {
  it.each([
    ["answers", {}, "ok", "answers with 1 tool, all approved"],
    ["is disabled", { isEnabled: false, state: "unknown" }, "ok", "disabled"],
    ["waits for consent", { needsConsent: true, state: "unknown" }, "warn", "wants to start it"],
    ["failed", { state: "failed", problem: "It ended with code 3." }, "failed", "It ended with code 3."],
    [
      "changed",
      { tools: [tool("changed"), tool("new")] },
      "warn",
      "2 of them not as approved (changed, new)",
    ],
    ["has broken approvals", { isPinBroken: true }, "warn", "approvals are broken"],
  ] as const)("says that it %s", (_, change, state, detail) => {
    const finding = serverFinding({ ...ready, ...change });
    expect(finding.state).toBe(state);
    expect(finding.detail).toContain(detail);
    expect(finding.fix === undefined).toBe(state === "ok");
  });
});
