// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ProfileList, ShownProfile } from "./profile-name.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { ProfileDetail } from "./profile-detail.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));
beforeEach(() => {
  window.sessionStorage.clear();
});

const FILE: ShownProfile = {
  ...{ file: "user", day: null, version: 2, text: "## Work\n- Lead\n\n## Name\nMira", trimmed: "" },
  ...{ personId: "p1", byAgent: false, source: null, savedAt: 0, characters: 27, budget: 1_400 },
  canEdit: true,
};
const LIST: ProfileList = { files: [FILE], isLocked: false, isAdmin: true, today: "2026-11-26", archived: 0 };

async function open(file: ShownProfile = FILE) {
  const api = createFakeApi(async ({ path }) =>
    path === "profile.write"
      ? { version: file.version + 1, trimmed: "" }
      : { versions: [file], runs: [], total: 0, people: { p1: "Mira" } },
  );
  const page = await renderPage(<ProfileDetail workspace="shop" file={file} list={LIST} />, api.Wrapper);
  const written = (): unknown => api.requests.find(({ path }) => path === "profile.write")?.input;
  return { page, written, field: () => document.querySelector("textarea") };
}

async function type(field: HTMLTextAreaElement | null, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("keeps what was typed while the versions are open, and saves it afterward", async () => {
  const { page, field, written } = await open();
  await page.press("Edit");
  await type(field(), "## Name\nIris");
  await page.press("Versions");
  expect(field()).toBeNull();
  expect(page.text()).toContain("Your unsaved text is kept.");
  await page.press("Versions");
  expect(field()?.value).toBe("## Name\nIris");
  await page.submit();
  expect(written()).toMatchObject({ version: 2, text: "## Name\nIris" });
  await waitForRender(() => expect(field()).toBeNull());
  expect(window.sessionStorage.length).toBe(0);
});

it("returns to reading from the versions when nothing was typed", async () => {
  const { page, field } = await open();
  await page.press("Edit");
  await type(field(), "## Name\nIris");
  await type(field(), FILE.text);
  expect(window.sessionStorage.length).toBe(0);
  await page.press("Cancel");
  await page.press("Versions");
  await page.press("Versions");
  expect(field()).toBeNull();
});

it("opens with the unsaved text of a section, and puts it in its place", async () => {
  const first = await open();
  const edit = document.querySelector<HTMLButtonElement>("[aria-label='Edit section Name']");
  await act(async () => edit?.click());
  await type(first.field(), "## Name\nMira Olsen");
  document.body.innerHTML = "";
  const second = await open();
  expect(second.field()?.value).toBe("## Name\nMira Olsen");
  await second.page.submit();
  expect(second.written()).toMatchObject({ text: "## Work\n- Lead\n\n## Name\nMira Olsen" });
});

it("shows what someone saved meanwhile before it saves a kept text over it", async () => {
  const first = await open();
  await first.page.press("Edit");
  await type(first.field(), "## Name\nIris");
  document.body.innerHTML = "";
  const { page, field, written } = await open({ ...FILE, version: 3, text: "## Name\nMira O." });
  expect(field()?.value).toBe("## Name\nIris");
  expect(page.text()).toContain("Version 3 was saved while you were editing.");
  expect(page.button("Save")?.disabled).toBe(true);
  await page.press("Continue from version 3");
  await page.submit();
  expect(written()).toMatchObject({ version: 3, text: "## Name\nIris" });
});
