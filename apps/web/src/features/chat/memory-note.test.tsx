// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { MemoryNote } from "./memory-note.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const FIELDS = {
  type: "user",
  name: "Currency",
  description: "Of sums",
  keywords: ["euros"],
  content: "Euros",
};

/** The row of a save in the conversation. */
async function open(outcome: "created" | "held") {
  const api = createFakeApi(async ({ path }) => {
    if (path === "memory.get") return { entry: { ...FIELDS, id: "e1", version: 3 } };
    return undefined;
  });
  const note = { type: "memory", id: "e1", name: "Currency", outcome } as const;
  const page = await renderPage(<MemoryNote workspace="shop" note={note} />, api.Wrapper);
  const sent = (wanted: string): readonly unknown[] =>
    api.requests.filter(({ path }) => path === wanted).map(({ input }) => input);
  const links = (): readonly (string | null)[] =>
    [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  return { page, sent, links };
}

it("takes a save back, and leads to its editor", async () => {
  const { page, sent, links } = await open("created");
  expect(links()).toEqual(["/w/shop/memory?entry=e1&edit=1"]);
  await page.press("Undo");
  await waitForRender(() => expect(document.querySelector("[role=status]")).not.toBeNull());
  expect(sent("memory.undo")).toEqual([{ workspace: "shop", id: "e1" }]);
  expect(page.button("Undo")).toBeUndefined();
});

it("shares a save with the workspace in its newest version", async () => {
  const { page, sent } = await open("created");
  await page.press("For the whole workspace");
  await waitForRender(() => expect(sent("memory.edit")).toHaveLength(1));
  expect(sent("memory.edit")).toEqual([
    { workspace: "shop", id: "e1", version: 3, fields: FIELDS, audience: "workspace" },
  ]);
});

it("rejects what is held, and leads to its review", async () => {
  const { page, sent, links } = await open("held");
  expect(links()).toEqual(["/w/shop/memory?tab=review&entry=e1"]);
  await page.press("Reject");
  await waitForRender(() => expect(sent("memory.decide")).toHaveLength(1));
  expect(sent("memory.decide")).toEqual([{ workspace: "shop", id: "e1", approve: false }]);
});
