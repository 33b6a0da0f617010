// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { UndoOfAgents } from "./undo-of-turn.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

it("offers to undo the changes of sub-agents only if they changed something", async () => {
  const api = createFakeApi(async ({ input }) => ({
    ...{ rootId: "t", runs: [] },
    changedFiles: JSON.stringify(input).includes("changed"),
  }));
  const page = await renderPage(
    <>
      <UndoOfAgents workspace="shop" traceId="idle" />
      <UndoOfAgents workspace="shop" traceId="changed" />
    </>,
    api.Wrapper,
  );
  // The answer about the first run has arrived when the second one shows its button.
  await waitForRender(() => expect(page.text()).toContain("Undo file changes"));
  expect(document.querySelectorAll("button")).toHaveLength(1);
});
