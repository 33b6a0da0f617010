// @vitest-environment happy-dom
import { act, type ReactElement, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import "../../ui/toast-stack.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { EntryEditor } from "./entry-editor.tsx";
import type { MemoryDetail } from "./memory-type.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));
beforeEach(() => {
  window.sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ENTRY: MemoryDetail["entry"] = {
  ...{ id: "e1", type: "user", name: "Currency", description: "Of sums", keywords: ["euros"], version: 2 },
  ...{ content: "Euros", audience: "person", project: null, personId: "p1", state: "active", reason: null },
  ...{ source: null, savedAt: 0, recalls: 0, lastRecalledAt: null, supersededBy: null, validTo: null },
  ...{ decidedBy: null, revision: 1 },
};

/** Answers of the server; `isConflict` refuses to save, `isUnchecked` to check. */
function createApi(isConflict = false, isUnchecked = false) {
  return createFakeApi(async ({ path }) => {
    if (isUnchecked) throw new Error("The check failed.");
    if (path === "memory.check") return { problems: [] };
    if (isConflict) throw new Error("Someone else saved it.");
    return { id: "e1" };
  });
}

/** An editor of an entry; pressing “Receive” brings what someone else saved. */
async function open(
  entry: MemoryDetail["entry"] | null = ENTRY,
  {
    received = ENTRY,
    isConflict = false,
    isUnchecked = false,
  }: { received?: typeof ENTRY; isConflict?: boolean; isUnchecked?: boolean } = {},
) {
  const api = createApi(isConflict, isUnchecked);
  const closed = vi.fn();
  function Page(): ReactElement {
    const [shown, setShown] = useState(entry);
    return (
      <>
        <button type="button" onClick={() => setShown(received)}>
          Receive
        </button>
        <EntryEditor workspace="shop" entry={shown} onClose={closed} />
      </>
    );
  }
  const page = await renderPage(<Page />, api.Wrapper);
  const sent = (path: string): unknown => api.requests.find((request) => request.path === path)?.input;
  return { page, closed, sent, content: () => document.querySelector("textarea") };
}

async function type(field: HTMLTextAreaElement | HTMLInputElement | null, text: string): Promise<void> {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("restores the typed text after the form was left without saving, and forgets it once it is saved", async () => {
  const first = await open();
  await type(first.content(), "Dollars");
  document.body.innerHTML = "";
  const second = await open();
  expect(second.content()?.value).toBe("Dollars");
  await second.page.submit();
  expect(second.sent("memory.edit")).toMatchObject({
    ...{ id: "e1", version: 2, audience: "person", project: null },
    fields: { type: "user", name: "Currency", keywords: ["euros"], content: "Dollars" },
  });
  await waitForRender(() => expect(second.closed).toHaveBeenCalledWith("e1"));
  expect(window.sessionStorage.length).toBe(0);
});

it("stores the draft of a new entry separately from those of existing ones, and forgets drafts without a change", async () => {
  const fresh = await open(null);
  await type(fresh.content(), "Half a thought");
  document.body.innerHTML = "";
  const stored = await open();
  expect(stored.content()?.value).toBe("Euros");
  await type(stored.content(), "Dollars");
  await type(stored.content(), "Euros");
  expect(window.sessionStorage.length).toBe(1);
  document.body.innerHTML = "";
  expect((await open(null)).content()?.value).toBe("Half a thought");
});

it("keeps the typed text when someone else saves, shows their change, and adopts the fields that the person did not edit", async () => {
  const received = { ...ENTRY, version: 3, content: "Pounds", description: "Of all sums" };
  const { page, content, sent } = await open(ENTRY, { received });
  await type(content(), "Dollars");
  await page.press("Receive");
  expect(content()?.value).toBe("Dollars");
  expect(page.text()).toContain("Version 3 was saved while you were editing.");
  expect(page.text()).toContain("Pounds");
  expect(page.button("Save version 4")?.disabled).toBe(true);
  await page.press("Continue from version 3");
  await page.submit();
  expect(sent("memory.edit")).toMatchObject({
    version: 3,
    fields: { content: "Dollars", description: "Of all sums" },
  });
});

it("shows what someone else saved while nothing is typed", async () => {
  const { page, content } = await open(ENTRY, { received: { ...ENTRY, version: 3, content: "Pounds" } });
  await page.press("Receive");
  expect(content()?.value).toBe("Pounds");
  expect(page.text()).not.toContain("was saved while you were editing");
});

it("discards the typed text when the person cancels, and brings it back with Undo", async () => {
  const { page, content, closed } = await open();
  await type(content(), "Dollars");
  await page.press("Cancel");
  expect(closed).toHaveBeenCalledWith("e1");
  expect(content()?.value).toBe("Euros");
  const undo = (): HTMLButtonElement | undefined =>
    [...document.querySelectorAll("button")].find((each) => each.textContent === "Undo");
  await waitForRender(() => expect(undo()).toBeDefined());
  await act(async () => undo()?.click());
  expect(content()?.value).toBe("Dollars");
});

it("keeps the typed text when it cannot be saved", async () => {
  const { page, content } = await open(ENTRY, { isConflict: true });
  await type(content(), "Dollars");
  await page.submit();
  await waitForRender(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(content()?.value).toBe("Dollars");
  expect(window.sessionStorage.length).toBe(1);
});

it("can be filled in when the browser cannot store drafts", async () => {
  vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new Error("The person forbids it.");
  });
  const { content } = await open({ ...ENTRY, id: "e2" });
  await type(content(), "Dollars");
  expect(content()?.value).toBe("Dollars");
});

it("says that all checks pass once they did, and not when they could not run", async () => {
  const checked = await open();
  await waitForRender(() => {
    expect(checked.page.text()).toContain("All checks pass");
  });
  document.body.innerHTML = "";
  const { page } = await open(ENTRY, { isUnchecked: true });
  await waitForRender(() => {
    expect(page.text()).toContain("The checks could not run.");
  });
  expect(page.text()).not.toContain("All checks pass");
});
