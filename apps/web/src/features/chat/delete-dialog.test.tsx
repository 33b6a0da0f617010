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

/** Answers of the server that the test gives when it wants. */
function heldAnswers(): { readonly ask: () => Promise<unknown>; readonly give: (answer: unknown) => void } {
  let resolve: (answer: unknown) => void = () => undefined;
  return {
    ask: () =>
      new Promise((settle) => {
        resolve = settle;
      }),
    give: (answer) => resolve(answer),
  };
}

const click = async (name: string): Promise<void> => act(async () => button(name).click());
const deleting = (remainingRuns: number): unknown => ({ state: "deleting", remainingRuns, isWaiting: false });

it("deletes once after the confirmation, shows how many runs are left, and continues until the end", async () => {
  const [first, rest] = [heldAnswers(), heldAnswers()];
  const page = await open({
    "conversations.contents": () => CONTENTS,
    "conversations.deletePermanently": first.ask,
    "conversations.continueDeletion": rest.ask,
  });
  await waitForRender(() => expect(button("Delete permanently").disabled).toBe(false));
  await click("Delete permanently");
  await waitForRender(() => expect(button("Deleting…").disabled).toBe(true));
  expect(dialogText()).toContain("2 runs left");
  await act(async () => first.give(deleting(1)));
  await waitForRender(() => expect(dialogText()).toContain("1 run left"));
  expect(page.deleted).not.toHaveBeenCalled();
  await act(async () => rest.give({ state: "deleted" }));
  await waitForRender(() => expect(page.deleted).toHaveBeenCalledOnce());
  await waitForRender(() => expect(document.body.textContent).toContain("Permanently deleted “Sums”"));
  expect(page.paths().filter((path) => path === "conversations.deletePermanently")).toHaveLength(1);
});

it("stops a deletion in progress and reports what is gone and what remains", async () => {
  const page = await open({
    "conversations.contents": () => CONTENTS,
    "conversations.deletePermanently": heldAnswers().ask,
    "conversations.stopDeletion": () => ({ state: "stopped", deletedRuns: 1, remainingRuns: 4 }),
  });
  await waitForRender(() => expect(button("Delete permanently").disabled).toBe(false));
  await click("Delete permanently");
  await waitForRender(() => button("Stop deleting"));
  await click("Stop deleting");
  await waitForRender(() => expect(page.closed).toHaveBeenCalledOnce());
  for (const text of ["1 run was permanently deleted", "4 earlier runs remain"])
    await waitForRender(() => expect(document.body.textContent).toContain(text));
  expect(page.deleted).not.toHaveBeenCalled();
});

it("leaves a deletion running when it is closed", async () => {
  const page = await open({
    "conversations.contents": () => CONTENTS,
    "conversations.deletePermanently": heldAnswers().ask,
  });
  await waitForRender(() => expect(button("Delete permanently").disabled).toBe(false));
  await click("Delete permanently");
  await waitForRender(() => button("Stop deleting"));
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  await waitForRender(() => expect(page.deleted).toHaveBeenCalledOnce());
  await waitForRender(() => expect(document.body.textContent).toContain("continues in the background"));
  expect(page.paths()).not.toContain("conversations.stopDeletion");
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
