// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useCommandKeys } from "../../lib/commands/use-command-keys.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { MemoryPage } from "./memory-page.tsx";
import type { ListedMemory } from "./memory-type.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));
vi.mock("next/navigation", () => import("../../lib/testing/fake-navigation.ts"));

beforeEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/w/shop/memory?tab=review");
});

function entry(id: string, changes: Partial<ListedMemory> = {}): ListedMemory {
  return {
    ...{ id, type: "user", name: `Entry ${id}`, description: `About ${id}`, keywords: [], version: 1 },
    ...{ audience: "person", project: null, personId: "p1", state: "held", reason: "untrusted" },
    ...{ savedAt: 0, recalls: 0, lastRecalledAt: null, supersededBy: null, validTo: null },
    ...{ decidedBy: null, revision: 1 },
    ...changes,
  };
}

type Input = { readonly id: string; readonly approve: boolean };

/** Renders the review of these entries, as a server decides about them. Entries are read after `reading`. */
async function open(entries: ListedMemory[], reading?: () => Promise<void>) {
  const api = createFakeApi(async ({ path, input }) => {
    const { id, approve } = input as Input;
    const index = entries.findIndex((item) => item.id === id);
    if (path === "memory.list") {
      const isHeld = ({ state }: ListedMemory): boolean => state === "held";
      const items = [...entries.filter(isHeld), ...entries.filter((item) => !isHeld(item))];
      const counts = { held: entries.filter(isHeld).length, active: 0, neverRecalled: 0 };
      return { items, shown: items.length, ...counts, projects: [], people: { p1: "Mira" } };
    }
    if (path === "memory.tidyCount") return 0;
    const found = entries[index] ?? entry(id);
    if (path === "memory.get") {
      await reading?.();
      return {
        ...{ versions: [], learnedIn: null, runs: [], alike: [], problems: [], people: { p1: "Mira" } },
        entry: { ...found, content: `Content of ${id}`, source: null },
      };
    }
    if (path === "memory.check") return { problems: [] };
    if (path === "memory.decide")
      entries.splice(index, 1, { ...found, state: approve ? "active" : "rejected", decidedBy: "p1" });
    return undefined;
  });
  const Page = () => {
    useCommandKeys();
    return <MemoryPage workspace="shop" />;
  };
  const page = await renderPage(<Page />, api.Wrapper);
  const press = async (key: string): Promise<void> => {
    await act(async () => {
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    });
  };
  const sent = (wanted: string): readonly unknown[] =>
    api.requests.filter(({ path }) => path === wanted).map(({ input }) => input);
  return { page, press, sent };
}

const shown = (): string => document.querySelector("article h2")?.textContent ?? "";
/** The names and second lines of a list. */
const rows = (list: string): readonly (string | null)[] =>
  [...document.querySelectorAll(`${list} li button`)].map((row) => row.textContent);
/** The button whose name, before its key, is this. */
const buttonLike = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll("button")].find((each) => each.textContent?.startsWith(name));
  if (found === undefined) throw new Error(`No button "${name}".`);
  return found;
};
const HELD = "ul[aria-label]";
const DECIDED = "ul[aria-labelledby]";

it("lists what waits, and what was decided with the person who decided", async () => {
  const decided = [
    entry("c", { state: "active", decidedBy: "p1" }),
    entry("d", { state: "rejected", decidedBy: "gone" }),
  ];
  const { page } = await open([entry("a"), entry("b"), ...decided]);
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  expect(rows(HELD).map((row) => row?.includes("About"))).toEqual([true, true]);
  expect(rows(DECIDED)).toEqual([
    expect.stringMatching(/^Entry c.*Approved by Mira$/u),
    expect.stringMatching(/^Entry d.*Rejected by someone$/u),
  ]);
  expect(page.text()).toContain("1 of 2");
});

it("decides by keys about one entry at a time, and leads to the next", async () => {
  const { press, sent } = await open([entry("a"), entry("b"), entry("c")]);
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  await press("j");
  await waitForRender(() => expect(shown()).toBe("Entry b"));
  await press("a");
  await waitForRender(() => expect(rows(DECIDED)).toHaveLength(1));
  await press("a");
  await press("r");
  expect(sent("memory.decide")).toEqual([{ workspace: "shop", id: "b", approve: true }]);
  expect(shown()).toBe("Entry b");
  await press("j");
  await waitForRender(() => expect(shown()).toBe("Entry c"));
  await press("r");
  await waitForRender(() => expect(sent("memory.decide")).toHaveLength(2));
  expect(sent("memory.decide")[1]).toMatchObject({ id: "c", approve: false });
});

it("decides about one entry by a key pressed twice, although the address names none and the entry is read slowly", async () => {
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  let isSlow = false;
  const { press, sent } = await open([entry("a"), entry("b")], async () => {
    if (isSlow && shown() === "Entry a") await gate;
  });
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  isSlow = true;
  await press("a");
  await waitForRender(() => expect(rows(DECIDED)).toHaveLength(1));
  await press("a");
  expect(shown()).toBe("Entry a");
  finish();
  await waitForRender(() => expect(document.body.textContent).toContain("Next entry"));
  await press("a");
  expect(sent("memory.decide")).toEqual([{ workspace: "shop", id: "a", approve: true }]);
});

it("keeps the focus in the review when a button of the entry leads to the next", async () => {
  const { page, press } = await open([entry("a"), entry("b"), entry("c")]);
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  const review = document.activeElement;
  expect(review?.getAttribute("role")).toBe("region");
  expect(review?.getAttribute("aria-label")).toBe("Memory review");
  buttonLike("Reject").focus();
  await press("j");
  await waitForRender(() => expect(shown()).toBe("Entry b"));
  expect(document.activeElement).toBe(review);
  await press("r");
  await waitForRender(() => expect(page.text()).toContain("Next entry"));
  buttonLike("Next entry").focus();
  buttonLike("Next entry").click();
  await waitForRender(() => expect(shown()).toBe("Entry c"));
  expect(document.activeElement).toBe(review);
});

it("shows when an entry was saved only while it waits", async () => {
  await open([entry("a"), entry("b", { state: "active", decidedBy: "p1" })]);
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  expect(document.querySelectorAll(`${HELD} time`)).toHaveLength(1);
  expect(document.querySelectorAll(`${DECIDED} time`)).toHaveLength(0);
});

it("continues the review after an entry was edited, saved or not", async () => {
  const { page, press, sent } = await open([entry("a"), entry("b")]);
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  const review = document.activeElement;
  await press("e");
  await waitForRender(() => expect(page.button("Cancel")).toBeDefined());
  page.button("Cancel")?.focus();
  await page.press("Cancel");
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  expect(document.activeElement).toBe(review);
  await press("e");
  await waitForRender(() => expect(page.button("Save version 2 and approve it")).toBeDefined());
  page.button("Save version 2 and approve it")?.focus();
  await page.submit();
  await waitForRender(() => expect(page.text()).toContain("Next entry"));
  expect(document.activeElement).toBe(review);
  await press("j");
  await waitForRender(() => expect(shown()).toBe("Entry b"));
  expect(sent("memory.decide")).toHaveLength(1);
});

it("saves an edited entry and approves it", async () => {
  const { page, press, sent } = await open([entry("a")]);
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  await press("e");
  await waitForRender(() => expect(page.button("Save version 2 and approve it")).toBeDefined());
  await page.submit();
  await waitForRender(() => expect(sent("memory.decide")).toHaveLength(1));
  expect(sent("memory.edit")).toMatchObject([{ id: "a", version: 1 }]);
  expect(sent("memory.decide")).toMatchObject([{ id: "a", approve: true }]);
});

it("leaves an entry alone whose review does not have the focus", async () => {
  const { press, sent } = await open([entry("a")]);
  await waitForRender(() => expect(shown()).toBe("Entry a"));
  const link = document.body.appendChild(document.createElement("a"));
  link.href = "/w/shop/chat";
  link.focus();
  await press("a");
  link.remove();
  expect(sent("memory.decide")).toEqual([]);
});
