// @vitest-environment happy-dom
import { buildLog } from "@goaltrace/core/testing";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../../lib/testing/render-hook.tsx";
import "../../../ui/popover-panel.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { SelectionInspector } from "./selection-inspector.tsx";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

const MESSAGE = buildLog({ traceId: "t1" }).user("Summarize the report");

const thumb = (): HTMLElement | null => document.querySelector("[aria-label='This step was not good']");
const form = (): HTMLElement | null => document.querySelector("[role=dialog]");

it("keeps the form of a rating open when the entry has loaded", async () => {
  let load: (entry: unknown) => void = () => undefined;
  const entry = new Promise((resolve) => (load = resolve));
  const api = createFakeApi(async ({ path }) => (path === "traces.entry" ? await entry : null));
  await renderPage(
    <DebuggerProvider state={buildDebugger()}>
      <SelectionInspector sequence={1} goalId={null} />
    </DebuggerProvider>,
    api.Wrapper,
  );
  await act(async () => thumb()?.click());
  await waitForRender(() => expect(form()).not.toBeNull());
  await act(async () => {
    load(MESSAGE);
  });
  await waitForRender(() =>
    expect(document.querySelector("[aria-label='Erase this message…']")).not.toBeNull(),
  );
  expect(form()).not.toBeNull();
});
