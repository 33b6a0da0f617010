// @vitest-environment happy-dom
import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { renderHook, waitForRender } from "../../lib/testing/render-hook.tsx";
import type { ChosenTools } from "./server-choice.ts";
import { useServerTools } from "./use-server-tools.ts";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const stored = (serverTools: readonly string[]) => ({ workspace: "storefront", id: "c1", serverTools });
const conversation = { id: "c1", serverTools: null };

/** Renders the choice of a conversation. A request is answered when the test settles it, in the order of their arrival. */
async function open() {
  const settle: ((problem?: Error) => void)[] = [];
  const { requests, Wrapper } = createFakeApi(async () => {
    await new Promise<void>((resolve, reject) => {
      settle.push((problem) => (problem === undefined ? resolve() : reject(problem)));
    });
    return { id: "c1" };
  });
  const servers = await renderHook(() => useServerTools("storefront", conversation), Wrapper);
  const choose = async (chosen: ChosenTools): Promise<void> =>
    await act(async () => servers.current().choose(chosen));
  const answer = async (index: number, problem?: Error): Promise<void> =>
    await act(async () => settle[index]?.(problem));
  const sent = (): readonly unknown[] => requests.map(({ input }) => input);
  return { servers, choose, answer, sent, settle };
}

describe("useServerTools", () => {
  it("stores choices in the order in which they were made, and shows the last of them meanwhile", async () => {
    const { servers, choose, answer, sent, settle } = await open();
    await choose(["a__*"]);
    await choose(["a__*", "b__one"]);
    await choose([]);
    expect(servers.current().chosen).toEqual([]);
    // The next one leaves only when the one before has arrived, so none overtakes another.
    expect(sent()).toEqual([stored(["a__*"])]);
    await answer(0);
    await waitForRender(() => expect(settle).toHaveLength(2));
    expect(servers.current().chosen).toEqual([]);
    await answer(1);
    await waitForRender(() => expect(settle).toHaveLength(3));
    expect(servers.current().chosen).toEqual([]);
    await answer(2);
    expect(sent()).toEqual([stored(["a__*"]), stored(["a__*", "b__one"]), stored([])]);
  });

  it("reports that all is stored once the last choice is, and not if that failed", async () => {
    const { servers, choose, answer, settle } = await open();
    await servers.current().stored();
    await choose(["a__*"]);
    await choose([]);
    let isStored = false;
    const waiting = servers
      .current()
      .stored()
      .then(() => (isStored = true));
    await answer(0);
    await waitForRender(() => expect(settle).toHaveLength(2));
    expect(isStored).toBe(false);
    await answer(1);
    await waiting;

    await choose(["b__*"]);
    const failing = expect(servers.current().stored()).rejects.toThrow("Not allowed.");
    await answer(2, new Error("Not allowed."));
    await failing;
    // The failure was reported once; what is shown again is stored.
    await servers.current().stored();
    expect(servers.current().chosen).toBeNull();
  });
});
