// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { PermissionsSettingsPage } from "./permissions-settings-page.tsx";
import { addPage } from "./use-rule-trial.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));
let address = "";
vi.mock("next/navigation", () => ({
  useSearchParams: () => new URLSearchParams(address),
  useRouter: () => ({ push: () => undefined }),
}));
beforeEach(() => {
  address = "";
});

const RULE = {
  ...{ id: "r1", layer: "workspace", target: "", effect: "deny", tool: "write_file", pattern: "infra/**" },
  ...{ text: "deny write_file(infra/**)", personId: "p", personName: "Mira", createdAt: 0 },
  ...{ mayChange: true, conversation: null },
};
const TOOLS = [
  { name: "write_file", field: "path" },
  { name: "todo", field: null },
];
const EXAMPLE = { traceId: "t1", sequence: 7, goalId: "g1", at: 0, call: "write_file(infra/a)" };

async function open(mayChange = true) {
  const answers: Readonly<Record<string, unknown>> = {
    "permissions.mode": { mode: "ask", isChosen: true, mayChange },
    "permissions.rules": [{ ...RULE, mayChange }],
    "permissions.projectRules": [
      { id: "f1", name: "Shop", problem: "It cannot allow anything.", rules: [] },
      { id: "f2", name: "Docs", problem: null, rules: ["ask edit_file"] },
    ],
    "permissions.tools": TOOLS,
    "permissions.sandbox": { strength: "partial", open: ["network", "processes"] },
    "agents.list": { items: [{ name: "general" }], warnings: [], editable: true },
    "conversations.list": { items: [], nextCursor: null },
    "folders.list": [],
    "permissions.whatIf": {
      ...{ calls: 9, next: null },
      changes: [{ before: "allow", after: "deny", calls: 2, examples: [EXAMPLE] }],
    },
    "permissions.explain": {
      ...{ effect: "deny", cause: "rule", reason: "", mode: "ask", subjects: ["infra/a"] },
      rules: [{ id: "r1", layer: "workspace", text: RULE.text, decides: true, fate: "decides", why: "" }],
    },
  };
  const api = createFakeApi(async ({ path }: { path: string }) => answers[path]);
  const page = await renderPage(<PermissionsSettingsPage workspace="shop" />, api.Wrapper);
  await waitForRender(() => expect(page.text()).toContain("infra/**"));
  const type = async (text: string): Promise<void> => {
    const input = document.querySelector<HTMLInputElement>('input[placeholder="write_file(src/**)"]');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
      input?.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  return { page, api, type };
}

it("lists the rules of every layer, and why those of a folder cannot be used", async () => {
  const { page } = await open();
  await waitForRender(() => expect(page.text()).toContain("edit_file"));
  for (const text of ["Built in", "by Mira", "It cannot allow anything.", "Docs"])
    expect(page.text()).toContain(text);
  // Agents have no page yet: their layer appears with its first rule.
  expect(page.text()).not.toContain("Agents");
});

it("names what the sandbox does not block for commands", async () => {
  const { page } = await open();
  await waitForRender(() =>
    expect(page.text()).toContain("it does not keep the network, other processes from commands"),
  );
});

it("lets people without the right only look", async () => {
  const { page } = await open(false);
  expect(page.button("Edit")).toBeUndefined();
  expect(page.button("Remove")).toBeUndefined();
  expect(document.querySelector('[role="radiogroup"], [role="group"] [role="radio"]')).toBeNull();
});

it("checks a rule while it is typed, and adds it", async () => {
  const { page, api, type } = await open();
  await page.press("Add a rule");
  for (const [text, problem] of [
    ["write file", "Write a tool"],
    ["wrte_file", "There is no tool “wrte_file”"],
    ["fetch(https://exa*mple.com)", "This is not an address"],
  ] as const) {
    await type(text);
    expect(page.text()).toContain(problem);
    expect(page.button("Add rule")?.disabled).toBe(true);
  }
  await type("write_file(src/**)");
  await page.press("Add rule");
  const place = { layer: "workspace" };
  expect(api.requests.find(({ path }) => path === "permissions.addRule")?.input).toEqual({
    ...{ workspace: "shop", place, effect: "deny", rule: "write_file(src/**)" },
  });
});

it("tries a rule on the log before it is saved, with links to calls", async () => {
  const { page, type } = await open();
  await page.press("Add a rule");
  await type("write_file(infra/**)");
  await page.press("What would it have done?");
  await waitForRender(() => expect(page.text()).toContain("2 of 9 calls in the last 30 days would change."));
  expect(page.text()).toContain("2 calls would have been denied instead of just running");
  expect(document.querySelector('a[href="/w/shop/traces/t1?goal=g1&sel=t1:7"]')).not.toBeNull();
});

it("explains the call that the address names", async () => {
  address = "tool=write_file&path=infra%2Fa";
  const { page, api } = await open();
  await waitForRender(() => expect(page.text()).toContain("The first rule below decides."));
  expect(api.requests.find(({ path }) => path === "permissions.explain")?.input).toMatchObject({
    ...{ tool: "write_file", arguments: { path: "infra/a" }, conversationId: null },
  });
});

it("sums up the parts of a trial, with the newest calls as examples", () => {
  const change = (calls: number, count: number) => ({
    ...{ before: "ask" as const, after: "deny" as const, calls },
    examples: Array.from({ length: count }, () => EXAMPLE),
  });
  const start = { state: "running" as const, calls: 0, changes: [], readBackTo: null, error: null };
  const next = { at: 5, traceId: "t", sequence: 1 };
  const first = addPage(start, { calls: 10, changes: [change(4, 4)], next });
  const second = addPage(first, { calls: 5, changes: [change(3, 3)], next: null });
  expect(second).toMatchObject({ calls: 15, readBackTo: 5, changes: [{ calls: 7 }] });
  expect(second.changes[0]?.examples).toHaveLength(5);
});
