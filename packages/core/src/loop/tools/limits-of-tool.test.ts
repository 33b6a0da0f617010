import { expect, it } from "vitest";
import { z } from "zod";
import type { PermissionDecision } from "../../ports/permission.ts";
import { defineTool, type ToolDefinition } from "../../ports/tool.ts";
import { limitsOfTool } from "./limits-of-tool.ts";

const input = z.object({ url: z.string().describe("Address.") });
const decide = (
  definition: Partial<ToolDefinition<typeof input>>,
  decision: PermissionDecision,
  url = "https://api.example.com/v1",
): PermissionDecision => {
  const tool = defineTool({
    ...{ name: "call_api", description: "Calls an API.", input, execute: () => "" },
    ...{ subject: { kind: "url", field: "url" }, ...definition },
  });
  return limitsOfTool(decision, { tool, input: { url } });
};
const ALLOW: PermissionDecision = { effect: "allow", addressEffect: () => "allow" };
const PATTERNS = { urlPatterns: ["https://*.example.com"] };

it("leaves decisions about tools without limits unchanged", () => {
  expect(decide({}, ALLOW)).toBe(ALLOW);
});

it.each([
  ["another host", "https://example.org/"],
  ["the host above", "https://example.com/"],
  ["a suffix of another host", "https://evil-example.com/"],
  ["a host that continues", "https://api.example.com.evil.example/"],
  ["another port", "https://api.example.com:8443/"],
  ["another scheme", "http://api.example.com/"],
  ["a name before the host", "https://api.example.com@evil.example/"],
  ["something else", "api.example.com"],
])("denies an address with %s, whatever rules allow", (_, url) => {
  expect(decide(PATTERNS, ALLOW, url)).toMatchObject({ effect: "deny" });
});

it("allows addresses of its patterns, in every notation, and denies redirects to others", () => {
  const decision = decide(PATTERNS, ALLOW, "https://API.Example.com:443/v1");
  if (decision.effect !== "allow") throw new Error("denied");
  expect(decision.addressEffect?.("https://b\u00fccher.example.com/")).toBe("allow");
  expect(decision.addressEffect?.("https://example.org/")).toBe("deny");
});

it("denies every call of a tool with patterns and no address", () => {
  expect(decide({ ...PATTERNS, subject: { kind: "path", field: "url" } }, ALLOW)).toMatchObject({
    effect: "deny",
  });
});

it("asks before every call of a tool that requires confirmation, and denies what rules deny", () => {
  const confirming = { requiresConfirmation: true };
  expect(decide(confirming, ALLOW)).toMatchObject({
    ...{ effect: "ask", reason: "A person confirms every call of call_api." },
  });
  const denial: PermissionDecision = { effect: "deny", by: "rule", reason: "No." };
  expect(decide(confirming, denial)).toBe(denial);
});
