// @vitest-environment happy-dom
import type { ReactElement } from "react";
import { expect, it, vi } from "vitest";
import { onDemand } from "../../../ui/on-demand.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { FirstPictureProvider, useFirstPicture } from "./first-picture.tsx";

// The server draws it; a browser would keep what it drew.
vi.mock("../../../lib/on-server.ts", () => ({ onServer: () => () => <p>the picture</p> }));

const PICTURE = {
  ...{ boxes: [], scroll: 0, stuck: null, took: { first: 0, last: 0, waits: [] } as never, entries: [] },
  place: { left: 0, top: 0, width: 1, height: 1, rowWidth: 1, rowHeight: 1 },
};

function pageWith(Graph: ReturnType<typeof onDemand<object>>): ReactElement {
  function Page(): ReactElement {
    const { picture, onDrawn } = useFirstPicture();
    return (
      <div>
        <Graph onMissing={onDrawn} />
        {picture}
      </div>
    );
  }
  return (
    <DebuggerProvider state={buildDebugger({ trace: { status: "completed" } })}>
      <FirstPictureProvider value={PICTURE}>
        <Page />
      </FirstPictureProvider>
    </DebuggerProvider>
  );
}

it("shows the picture while the graph loads", async () => {
  const page = await renderPage(pageWith(onDemand(async () => await new Promise<never>(() => undefined))));
  expect(page.text()).toContain("the picture");
});

it("removes the picture when a note says that the graph did not load", async () => {
  const page = await renderPage(pageWith(onDemand(async () => await Promise.reject(new Error("offline")))));
  expect(page.button("Try again")).toBeDefined();
  expect(page.text()).not.toContain("the picture");
});
