// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import "../../ui/confirm-panel.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const CONTENTS = { runs: 2, messages: 6, comments: 1, shareLinks: 1 };
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll("button")].find((each) => each.textContent === name);
  if (found === undefined) throw new Error(`There is no button "${name}".`);
  return found;
};
const dialogText = (): string => document.querySelector("[role=alertdialog]")?.textContent ?? "";

type Opened = {
  readonly paths: () => readonly string[];
  readonly closed: ReturnType<typeof vi.fn>;
  readonly deleted: ReturnType<typeof vi.fn>;
};

async function open(answers: Readonly<Record<string, () => unknown>>): Promise<Opened> {
  const api = createFakeApi(async ({ path }) => answers[path]?.());
  const [closed, deleted] = [vi.fn(), vi.fn()];
  await renderPage(
    <DeleteDialog
      workspace="shop"
      conversation={{ id: "c1", title: "Sums" }}
      onClose={closed}
      onDeleted={deleted}
    />,
    api.Wrapper,
  );
  const paths = (): readonly string[] => api.requests.map(({ path }) => path);
  return { paths, closed, deleted };
}

it("names what a permanent deletion removes and that it cannot be undone, and starts on Cancel", async () => {
  const page = await open({ "conversations.contents": () => CONTENTS });
  await waitForRender(() => expect(dialogText()).toContain("2 runs with 6 messages"));
  for (const text of ["“Sums”", "1 comment", "1 share link", "keep the part", "This cannot be undone."])
    expect(dialogText()).toContain(text);
  expect(document.activeElement).toBe(button("Cancel"));
  expect(page.paths()).toEqual(["conversations.contents"]);
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  expect(page.closed).toHaveBeenCalledOnce();
  expect(page.deleted).not.toHaveBeenCalled();
});

it("deletes once after the confirmation and reports a deletion that continues", async () => {
  let finish = (): void => undefined;
  const progress = { state: "deleting", remainingRuns: 3, isWaiting: false };
  const page = await open({
    "conversations.contents": () => CONTENTS,
    "conversations.deletePermanently": () =>
      new Promise((resolve) => {
        finish = () => resolve(progress);
      }),
  });
  await waitForRender(() => expect(button("Delete permanently").disabled).toBe(false));
  await act(async () => button("Delete permanently").click());
  await waitForRender(() => expect(button("Deleting…").disabled).toBe(true));
  await act(async () => finish());
  await waitForRender(() => expect(page.deleted).toHaveBeenCalledOnce());
  await waitForRender(() => expect(document.body.textContent).toContain("3 runs left"));
  expect(page.paths().filter((path) => path === "conversations.deletePermanently")).toHaveLength(1);
});

it("shows why a conversation cannot be deleted and offers no confirmation", async () => {
  await open({
    "conversations.contents": () => {
      throw new Error("not allowed");
    },
  });
  await waitForRender(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(button("Delete permanently").disabled).toBe(true);
});
