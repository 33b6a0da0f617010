// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { UndoOfAgents } from "./undo-of-turn.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

it("offers to undo what sub-agents changed only if they changed something", async () => {
  for (const changedFiles of [true, false]) {
    const api = createFakeApi(async () => ({ rootId: "t1", runs: [], changedFiles }));
    const page = await renderPage(<UndoOfAgents workspace="shop" traceId="t1" />, api.Wrapper);
    await waitForRender(() => expect(api.requests).toHaveLength(1));
    if (changedFiles) await waitForRender(() => expect(page.text()).toContain("Undo file changes"));
    else expect(page.text()).not.toContain("Undo file changes");
    document.body.replaceChildren();
  }
});
