// @vitest-environment happy-dom
import { act, type ReactElement, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import "../../ui/toast-stack.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { SkillEditor } from "./skill-editor.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));
beforeEach(() => {
  window.sessionStorage.clear();
});

const SOURCE = "---\nname: triage\ndescription: Find it.\n---\nOne";
const TYPED = `${SOURCE}\nTwo`;

/** An editor of version 3 of a skill, of which someone else saves version 4 when `isConflict`. */
async function open({ version = 3, source = SOURCE, isConflict = false } = {}) {
  const api = createFakeApi(async ({ path }) => {
    if (path === "skills.check") return { problems: [], name: "triage", seen: null };
    if (isConflict) throw new Error("Someone else saved it.");
    return { id: "workspace:triage" };
  });
  const closed = vi.fn();
  const page = await renderPage(
    <SkillEditor
      workspace="shop"
      draftKey="skills.draft.shop.workspace:triage"
      start={{ source, version, name: "triage" }}
      onClose={closed}
    />,
    api.Wrapper,
  );
  const saved = (): unknown => api.requests.find(({ path }) => path === "skills.save")?.input;
  return { page, closed, saved, field: () => document.querySelector("textarea") };
}

async function type(field: HTMLTextAreaElement | null, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("restores the typed text after the editor was left without saving, and forgets it once it is saved", async () => {
  const first = await open();
  await type(first.field(), TYPED);
  expect(window.sessionStorage.length).toBe(1);
  document.body.innerHTML = "";
  const second = await open();
  expect(second.field()?.value).toBe(TYPED);
  await waitForRender(() => expect(second.page.button("Save version 4")?.disabled).toBe(false));
  await second.page.submit();
  expect(second.saved()).toEqual({ workspace: "shop", source: TYPED, version: 3, isCore: false });
  expect(second.closed).toHaveBeenCalledWith("workspace:triage");
  expect(window.sessionStorage.length).toBe(0);
});

it("keeps the typed text when someone else saves, and overwrites their change only after showing it", async () => {
  const first = await open();
  await type(first.field(), TYPED);
  document.body.innerHTML = "";
  const { page, field, saved } = await open({ version: 4, source: `${SOURCE} more` });
  expect(field()?.value).toBe(TYPED);
  expect(page.text()).toContain("Version 4 was saved while you were editing.");
  expect(page.text()).toContain("One more");
  await waitForRender(() => expect(page.text()).toContain("All checks pass"));
  expect(page.button("Save version 4")?.disabled).toBe(true);
  await page.press("Continue from version 4");
  expect(page.button("Save version 5")?.disabled).toBe(false);
  await page.submit();
  expect(saved()).toEqual({ workspace: "shop", source: TYPED, version: 4, isCore: false });
});

it("shows a version that someone else saves while nothing is typed", async () => {
  const { Wrapper } = createFakeApi(async () => ({ problems: [], name: "triage", seen: null }));
  function Page(): ReactElement {
    const [start, setStart] = useState({ source: SOURCE, version: 3, name: "triage" });
    const receive = (): void => {
      setStart({ ...start, source: `${SOURCE} more`, version: 4 });
    };
    return (
      <>
        <button type="button" onClick={receive}>
          Receive
        </button>
        <SkillEditor workspace="shop" draftKey="draft" start={start} onClose={() => undefined} />
      </>
    );
  }
  const page = await renderPage(<Page />, Wrapper);
  expect(document.querySelector("textarea")?.value).toBe(SOURCE);
  await page.press("Receive");
  expect(document.querySelector("textarea")?.value).toBe(`${SOURCE} more`);
  expect(page.text()).not.toContain("was saved while you were editing");
});

it("discards the typed text only when the person cancels, and brings it back with Undo", async () => {
  const { page, field, closed } = await open();
  await type(field(), TYPED);
  await page.press("Cancel");
  expect(closed).toHaveBeenCalledWith(null);
  expect(window.sessionStorage.length).toBe(0);
  const undo = (): HTMLButtonElement | undefined =>
    [...document.querySelectorAll("button")].find((each) => each.textContent === "Undo");
  await waitForRender(() => expect(undo()).toBeDefined());
  await act(async () => undo()?.click());
  expect(window.sessionStorage.length).toBe(1);
  expect(field()?.value).toBe(TYPED);
});

it("shows why a text was not saved, and keeps it", async () => {
  const { page, field } = await open({ isConflict: true });
  await type(field(), TYPED);
  await waitForRender(() => expect(page.button("Save version 4")?.disabled).toBe(false));
  await page.submit();
  await waitForRender(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(field()?.value).toBe(TYPED);
  expect(window.sessionStorage.length).toBe(1);
});
