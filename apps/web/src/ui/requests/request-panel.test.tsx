// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { useCommandKeys } from "../../lib/commands/use-command-keys.ts";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../testing/render-page.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { buildRequest } from "./testing/build-request.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

async function open(request: RequestView, answer: () => unknown = () => undefined) {
  const api = createFakeApi(async () => answer());
  const Page = () => {
    useCommandKeys();
    return <RequestPanel workspace="shop" request={request} layout="card" />;
  };
  const page = await renderPage(<Page />, api.Wrapper);
  const card = document.querySelector("article");
  if (card === null) throw new Error("There is no card.");
  const press = async (key: string, target: Element = card): Promise<void> => {
    await act(async () => {
      target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    });
  };
  const fill = async (element: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> => {
    await act(async () => {
      const prototype = Object.getPrototypeOf(element) as object;
      Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text);
      element.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  return { page, api, press, fill };
}

const areas = () => [...document.querySelectorAll("textarea")];
const REQUEST = { workspace: "shop", traceId: "t1", id: "r1" };

it("shows the tool, its exact arguments, why it asks, who asks and what an approval covers", async () => {
  const { page } = await open(buildRequest());
  for (const text of [
    "Run write_file?",
    "This conversation asks before calls that change something or reach the web.",
    "src/a.ts",
    "one\ntwo",
    "general, for Mira in Totals",
    "Step 3",
    "Exactly this call, once.",
    "Every member who can see this run.",
    "Never.",
  ])
    expect(page.text()).toContain(text);
  expect(document.querySelector('a[href="/w/shop/traces/t1?goal=g1&sel=t1:7"]')).not.toBeNull();
});

it("says which parts of a compound call ask", async () => {
  const { page } = await open(
    buildRequest(
      {},
      { tool: "bash_command", arguments: '{"command":"ls && git push"}', parts: ["git push"] },
    ),
  );
  expect(page.text()).toContain("Only this part of the call asks; the rest would run without you:git push");
});

it("shows a replacement as removed and added lines, and hidden characters as codes", async () => {
  const edits = [{ type: "replace", old_text: "old", new_text: "new\u202E" }];
  const { page } = await open(buildRequest({}, { arguments: JSON.stringify({ path: "a", edits }) }));
  expect(page.text()).toContain("−old");
  expect(page.text()).toContain("+new\\u{202e}");
});

it("approves exactly the call as it is, by button or key", async () => {
  const { api, press } = await open(buildRequest());
  await press("a");
  expect(api.requests).toEqual([{ path: "requests.approve", input: REQUEST }]);
  await waitForRender(() => expect(document.body.textContent).toContain("You approved this."));
  await press("a");
  expect(api.requests).toHaveLength(1);
});

it("approves with edited arguments, and sends nothing while one of them is invalid", async () => {
  const { page, api, press, fill } = await open(
    buildRequest({}, { arguments: '{"path":"src/a.ts","limit":3}' }),
  );
  await press("e");
  const [path, limit] = areas();
  if (path === undefined || limit === undefined) throw new Error("There are no fields.");
  expect(document.activeElement).toBe(path);
  await fill(path, "src/b.ts");
  await fill(limit, "many");
  await page.submit();
  expect(page.text()).toContain("This is not valid JSON.");
  expect(api.requests).toEqual([]);
  await fill(limit, "4");
  await page.submit();
  expect(api.requests).toEqual([
    { path: "requests.approve", input: { ...REQUEST, arguments: '{"path":"src/b.ts","limit":4}' } },
  ]);
});

it("edits arguments that cannot be shown one by one as one text", async () => {
  const { page, api, press, fill } = await open(buildRequest({}, { arguments: '{"id":1,"id":2}' }));
  expect(page.text()).toContain('{"id":1,"id":2}');
  await press("e");
  const [whole] = areas();
  if (whole === undefined) throw new Error("There is no field.");
  await fill(whole, "[]");
  await page.submit();
  expect(page.text()).toContain("This is not valid JSON.");
  await fill(whole, '{"id":2}');
  await page.submit();
  expect(api.requests).toEqual([{ path: "requests.approve", input: { ...REQUEST, arguments: '{"id":2}' } }]);
});

it("denies with a reason, and not while the person types it", async () => {
  const { page, api, press, fill } = await open(buildRequest());
  await press("d");
  const input = document.querySelector("input");
  if (input === null) throw new Error("There is no field.");
  expect(document.activeElement).toBe(input);
  await press("a", input);
  await press("a");
  await fill(input, " ask the owners ");
  expect(api.requests).toEqual([]);
  await page.submit();
  expect(api.requests).toEqual([{ path: "requests.deny", input: { ...REQUEST, reason: "ask the owners" } }]);
});

it("returns to the buttons on Escape without deciding", async () => {
  const { page, api, press } = await open(buildRequest());
  await press("e");
  await press("Escape", areas()[0]);
  expect(areas()).toEqual([]);
  expect(page.button("Approve oncea")).toBeDefined();
  expect(api.requests).toEqual([]);
});

it("offers the exact rules, and approves with the chosen one in one step", async () => {
  const rules = ["write_file(src/a.ts)", "write_file(src/**)"];
  const choices = rules.map((rule) => ({ layer: "conversation", rule }));
  const { page, api } = await open(buildRequest(), () => ({ choices, obstacle: null }));
  await page.press("Always allow…");
  await waitForRender(() => expect(page.button("write_file(src/**)")).toBeDefined());
  expect(page.text()).toContain("in this conversation");
  await page.press("write_file(src/**)");
  expect(api.requests.filter(({ path }) => path === "requests.approveAlways")).toEqual([
    {
      path: "requests.approveAlways",
      input: { ...REQUEST, layer: "conversation", rule: "write_file(src/**)" },
    },
  ]);
  await waitForRender(() => expect(page.text()).toContain("Calls like it no longer ask."));
});

it("says why no rule can allow a call", async () => {
  const { page } = await open(buildRequest(), () => ({ choices: [], obstacle: "protected" }));
  await page.press("Always allow…");
  await waitForRender(() => expect(page.text()).toContain("No rule can allow this"));
  await page.press("Back");
  expect(page.button("Approve oncea")).toBeDefined();
});

it("shows why a decision was not accepted and lets the person try again", async () => {
  const { page, press } = await open(buildRequest(), () => {
    throw new Error("offline");
  });
  await press("a");
  await waitForRender(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(page.button("Approve oncea")?.disabled).toBe(false);
});

it("offers no decision about a closed request and names who decided", async () => {
  const { page, press, api } = await open(
    buildRequest({ state: "denied", decidedBy: { id: "p2", name: "Wei" } }),
  );
  expect(page.text()).toContain("Denied by Wei");
  expect(document.querySelectorAll("button")).toHaveLength(0);
  await press("a");
  expect(api.requests).toEqual([]);
});

const QUESTION = buildRequest({
  kind: "question",
  approval: null,
  question: { text: "Which owner?", choices: ["Ana", "Ben"] },
});

it("answers a question with a choice", async () => {
  const { page, api, press } = await open(QUESTION);
  expect(page.text()).toContain("Which owner?");
  await press("a");
  expect(api.requests).toEqual([]);
  await page.press("Ben");
  expect(api.requests).toEqual([{ path: "requests.answer", input: { ...REQUEST, text: "Ben" } }]);
});

it("answers a question in other words", async () => {
  const { page, api, fill } = await open(QUESTION);
  const [field] = areas();
  if (field === undefined) throw new Error("There is no field.");
  await page.submit();
  await fill(field, "Neither");
  await page.submit();
  expect(api.requests).toEqual([{ path: "requests.answer", input: { ...REQUEST, text: "Neither" } }]);
});

it.each([
  ["It happened", "happened"],
  ["Run it again", "run_again"],
  ["Leave it", "left"],
])("reports on a call whose process died: %s", async (label, resolution) => {
  const { page, api, press } = await open(
    buildRequest({
      ...{ kind: "effect", approval: null },
      effect: { toolCallId: "c1", tool: "edit_file", arguments: '{"path":"src/a.ts"}' },
    }),
  );
  for (const text of [
    "Did edit_file take effect?",
    "src/a.ts",
    "The process died while this call was running.",
  ])
    expect(page.text()).toContain(text);
  await press("a");
  expect(api.requests).toEqual([]);
  await page.press(label);
  expect(api.requests).toEqual([{ path: "requests.resolve", input: { ...REQUEST, resolution } }]);
});
