// @vitest-environment happy-dom
import { act, type ReactElement, useState } from "react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { createFakeApi } from "../testing/fake-api.tsx";
import { waitForRender } from "../testing/render-hook.tsx";
import { useFollowRunTree, useRunTree } from "./use-run-tree.ts";

vi.mock("../trpc.tsx", () => import("../testing/fake-api.tsx"));

const tree = (tokens: number) => ({
  rootId: "root",
  runs: [{ id: "root", parentId: null, status: "running", waitingFor: null, tokens }],
});

function Tokens(): ReactElement {
  const [isFollowed, setIsFollowed] = useState(true);
  useFollowRunTree("shop", isFollowed ? "root" : null);
  const shown = useRunTree("shop", "root");
  return (
    <button type="button" onClick={() => setIsFollowed(false)}>
      {shown?.runs[0]?.tokens ?? "none"}
    </button>
  );
}

it("reads a tree once more when it is no longer followed, because its last change may have come after the stream", async () => {
  let tokens = 1;
  const api = createFakeApi(async () => await Promise.resolve(tree(tokens)));
  const page = await renderPage(<Tokens />, api.Wrapper);
  await waitForRender(() => expect(page.text()).toBe("1"));
  const [stream] = api.streams;
  await act(async () => {
    stream?.send({ tree: tree(2) });
    await Promise.resolve();
  });
  await waitForRender(() => expect(page.text()).toBe("2"));
  tokens = 3;
  await page.press("2");
  await waitForRender(() => expect(page.text()).toBe("3"));
});
