// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../lib/testing/fake-api.tsx";
import { waitForRender } from "../lib/testing/render-hook.tsx";
import "./confirm-panel.tsx";
import { renderPage } from "./testing/render-page.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

vi.mock("../lib/trpc.tsx", () => import("../lib/testing/fake-api.tsx"));

const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll("button")].find((each) => each.textContent === name);

it("quotes the message, warns that erasing cannot be undone, and erases it by its address", async () => {
  const api = createFakeApi(async () => ({ traceId: "t1", sequence: 4 }));
  const [closed, erased] = [vi.fn(), vi.fn()];
  const message = { traceId: "t1", sequence: 4, text: "my secret" };
  await renderPage(
    <EraseDialog workspace="shop" message={message} onClose={closed} onErased={erased} />,
    api.Wrapper,
  );
  await waitForRender(() => expect(button("Erase")).toBeDefined());
  const text = document.querySelector("[role=alertdialog]")?.textContent ?? "";
  for (const part of ["my secret", "marked as erased", "This cannot be undone."])
    expect(text).toContain(part);
  expect(document.activeElement).toBe(button("Cancel"));
  await act(async () => button("Erase")?.click());
  await waitForRender(() => expect(erased).toHaveBeenCalledOnce());
  expect(api.requests).toEqual([
    { path: "traces.eraseMessage", input: { workspace: "shop", id: "t1", sequence: 4 } },
  ]);
  expect(closed).not.toHaveBeenCalled();
});

it("stays open with the reason when the message cannot be erased", async () => {
  const api = createFakeApi(async () => {
    throw new Error("in use");
  });
  const erased = vi.fn();
  const message = { traceId: "t1", sequence: 4, text: "my secret" };
  await renderPage(
    <EraseDialog workspace="shop" message={message} onClose={() => undefined} onErased={erased} />,
    api.Wrapper,
  );
  await waitForRender(() => expect(button("Erase")).toBeDefined());
  await act(async () => button("Erase")?.click());
  await waitForRender(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(erased).not.toHaveBeenCalled();
});
