// @vitest-environment happy-dom
import { ERASED_TEXT, type Message } from "@goaltrace/core/log";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../../lib/testing/render-hook.tsx";
import "../../../ui/confirm-panel.tsx";
import "../../../ui/erase-dialog.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { EraseMessage } from "./erase-message.tsx";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

const eraser = (): HTMLElement | null => document.querySelector("[aria-label='Erase this message…']");
const dialog = (): HTMLElement | null => document.querySelector("[role=alertdialog]");
const confirmation = (): HTMLButtonElement | undefined =>
  [...document.querySelectorAll("button")].find((each) => each.textContent === "Erase");

async function open(message: object, api: ReturnType<typeof createFakeApi>): Promise<void> {
  await renderPage(
    <DebuggerProvider state={buildDebugger()}>
      <EraseMessage message={message as Message} />
    </DebuggerProvider>,
    api.Wrapper,
  );
}

it.each(["user", "assistant", "tool"])("asks first and then erases a message of role %s", async (role) => {
  const api = createFakeApi(async () => ({ traceId: "t1", sequence: 4 }));
  await open({ kind: "message", role, sequence: 4, description: "read_file(secret.txt)" }, api);
  await act(async () => eraser()?.click());
  await waitForRender(() => expect(confirmation()).toBeDefined());
  expect(dialog()?.textContent).toContain("read_file(secret.txt)");
  expect(api.requests).toEqual([]);
  await act(async () => confirmation()?.click());
  await waitForRender(() => expect(dialog()).toBeNull());
  expect(api.requests).toEqual([
    { path: "traces.eraseMessage", input: { workspace: "shop", id: "t1", sequence: 4 } },
  ]);
});

it("keeps the message when the person cancels", async () => {
  const api = createFakeApi(async () => undefined);
  await open({ kind: "message", role: "user", sequence: 4, description: "my secret" }, api);
  await act(async () => eraser()?.click());
  await waitForRender(() => expect(dialog()).not.toBeNull());
  await act(async () =>
    [...document.querySelectorAll("button")].find((each) => each.textContent === "Cancel")?.click(),
  );
  await waitForRender(() => expect(dialog()).toBeNull());
  expect(api.requests).toEqual([]);
  expect(eraser()).not.toBeNull();
});

it("offers nothing for a message that is already erased", async () => {
  const api = createFakeApi(async () => undefined);
  await open({ kind: "message", role: "user", sequence: 4, description: ERASED_TEXT }, api);
  expect(eraser()).toBeNull();
});
