import type { PermissionMode, PermissionRule } from "@goaltrace/core/permissions";
import { suggestRules } from "@goaltrace/core/permissions";
import { createToolSet } from "@goaltrace/core/tools";
import { readWebSettings, webTools } from "@goaltrace/tools";
import { expect, it } from "vitest";
import { toPermissionCall } from "./permission-call.ts";
import { createRunPermission } from "./run-permission.ts";

const surroundings = { tools: createToolSet(webTools(readWebSettings({}))), allowsProtectedWrites: false };
const PAGE = "https://docs.example.com/guide";
const call = {
  ...{ tool: "webfetch", arguments: { url: PAGE }, folder: null },
  annotations: surroundings.tools.find("webfetch")?.annotations ?? {},
};

async function decideFetch(mode: PermissionMode, rules: readonly PermissionRule[] = []) {
  return await createRunPermission(surroundings, { mode, rules, hasApprover: true }).decide({
    ...call,
    ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
    ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
  });
}

const rule = (effect: PermissionRule["effect"], pattern: string): PermissionRule => ({
  ...{ id: pattern, layer: "conversation", effect, tool: "webfetch", pattern },
});

it("asks before a fetch in the modes that ask and only read, and runs it in auto", async () => {
  for (const mode of ["ask", "read-only"] as const)
    expect(await decideFetch(mode)).toMatchObject({
      ...{ effect: "ask", reason: "The conversation asks before calls that reach the web." },
    });
  expect((await decideFetch("auto")).effect).toBe("allow");
});

it("lets a rule about the host decide, in every mode", async () => {
  for (const mode of ["ask", "read-only", "auto"] as const) {
    expect((await decideFetch(mode, [rule("allow", "https://docs.example.com")])).effect).toBe("allow");
    expect((await decideFetch(mode, [rule("deny", "https://*.example.com")])).effect).toBe("deny");
  }
  const evil = rule("allow", "https://docs.example.com.evil.example");
  expect((await decideFetch("ask", [evil])).effect).toBe("ask");
});

it("suggests rules about the address and about its host", async () => {
  const seen = await toPermissionCall(surroundings, call);
  const patterns = suggestRules(seen, { mode: "ask", rules: [] }, "conversation").map((targets) =>
    targets.map(({ pattern }) => pattern),
  );
  expect(patterns).toEqual([[PAGE], ["https://docs.example.com"], [""]]);
});

it("decides about the addresses of redirects by the same rules", async () => {
  const rules = [
    rule("allow", "https://docs.example.com"),
    rule("deny", "https://docs.example.com/private/*"),
  ];
  const decision = await decideFetch("ask", rules);
  const effect = decision.effect === "deny" ? undefined : decision.addressEffect;
  expect(effect?.("https://docs.example.com/other")).toBe("allow");
  expect(effect?.("https://docs.example.com/private/x")).toBe("deny");
  expect(effect?.("https://docs.example.com:8443/")).toBe("ask");
  expect(effect?.("http://docs.example.com/")).toBe("ask");
  expect(effect?.("https://other.example/")).toBe("ask");
});
