// @vitest-environment happy-dom
import { boxesToMount } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { outlineLog } from "@goaltrace/core/testing";
import type { ReactElement } from "react";
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { renderPage } from "../../../ui/testing/render-page.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { toBoxNodes } from "./box-nodes.ts";
import { beginFirstPicture } from "./first-picture.ts";
import { FirstPictureBoxes } from "./first-picture-boxes.tsx";
import { LOG } from "./testing/run-outline.ts";
import { useBoard, useWireTexts } from "./use-board.ts";
import type { WireTexts } from "./wire-view.ts";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

/** A log in which each goal is below the one that `parentOf` returns. */
function logOf(goals: number, parentOf: (index: number) => string): readonly OutlineEntry[] {
  const log = outlineLog();
  for (let index = 0; index < goals; index += 1) log.goal(`g${index}`, parentOf(index));
  return log.entries;
}
const fan = (goals: number): readonly OutlineEntry[] => logOf(goals, () => "root");
const bands = (goals: number): readonly OutlineEntry[] =>
  logOf(goals, (index) => (index % 12 === 0 ? "root" : `g${index - (index % 12)}`));
const chain = (goals: number): readonly OutlineEntry[] =>
  logOf(goals, (index) => (index === 0 ? "root" : `g${index - 1}`));
const returning = (goals: number): readonly OutlineEntry[] =>
  logOf(goals, (index) => (index < 2 ? "root" : `g${index % 2}`));

const planned = (goals: number): readonly OutlineEntry[] => {
  const log = outlineLog();
  log.goal("g0");
  log.turn("g0");
  log.plan(...Array.from({ length: goals - 1 }, (_, index) => `p${index}`));
  return log.entries;
};

const ended = (entries: readonly OutlineEntry[]): readonly OutlineEntry[] => {
  const last = entries.at(-1);
  return [
    ...entries,
    { g: "root", q: (last?.q ?? 0) + 1, t: (last?.t ?? 0) + 9, k: "end", status: "completed", d: "Done" },
  ];
};

type Shown = { readonly texts: WireTexts; readonly boxes: readonly unknown[] };

/** The boxes that the page itself shows first in a pane of this size. */
async function shownByPage(
  entries: readonly OutlineEntry[],
  size: { readonly width: number; readonly height: number },
): Promise<Shown> {
  let shown: Shown | null = null;
  function Probe(): ReactElement {
    const board = useBoard(size);
    const texts = useWireTexts();
    if (board !== null) {
      const { scene } = board;
      const mounted = boxesToMount(scene.board, { top: 0, height: size.height, margin: 0 });
      const tabStop = mounted.find(({ kind }) => kind !== "planned")?.id ?? null;
      const selection = { goal: null, sequence: null, open: [], tabStop };
      const nodes = toBoxNodes(scene, mounted, { texts, selection, before: [] });
      shown = { texts, boxes: nodes.map(({ id, position, data }) => ({ id, position, data })) };
    }
    return <p />;
  }
  const built = buildDebugger({ entries, trace: { status: "completed" } });
  const state = { ...built, log: { ...built.log, isPainted: false } };
  const api = createFakeApi(async () => await new Promise<never>(() => undefined));
  await renderPage(
    <DebuggerProvider state={state}>
      <Probe />
    </DebuggerProvider>,
    api.Wrapper,
  );
  if (shown === null) throw new Error("the page shows no board");
  return shown;
}

it.each([
  ["a few goals", fan(3)],
  ["bands", bands(40)],
  ["more bands than fit", bands(900)],
  ["a chain", chain(30)],
  ["work that returns", returning(12)],
  ["planned goals", planned(4)],
])("has the boxes and places that the page shows first: %s", async (_, log) => {
  const entries = ended(log);
  for (const size of [
    { width: 808, height: 697 },
    { width: 1_160, height: 420 },
  ]) {
    const { texts, boxes } = await shownByPage(entries, size);
    const fold = beginFirstPicture({ trace: { status: "completed" }, size, texts });
    fold?.add(entries.slice(0, 7));
    fold?.add(entries.slice(7));
    expect(boxes.length).toBeGreaterThan(2);
    expect(fold?.picture()?.boxes).toEqual(boxes);
  }
});

it("has no picture of a run that works, failed or has sub-agents", async () => {
  const size = { width: 808, height: 697 };
  const { texts } = await shownByPage(ended(fan(2)), size);
  const pictureOf = (
    status: "running" | "failed" | "completed",
    entries: readonly OutlineEntry[],
  ): unknown => {
    const fold = beginFirstPicture({ trace: { status }, size, texts });
    fold?.add(entries);
    return fold?.picture() ?? null;
  };
  const log = outlineLog();
  log.goal("a");
  log.add({ k: "child", state: "spawned", child: "c", d: "explore", task: "Look" });
  expect(pictureOf("running", fan(2))).toBeNull();
  expect(pictureOf("failed", LOG)).toBeNull();
  expect(pictureOf("completed", ended(log.entries))).toBeNull();
  expect(pictureOf("completed", ended(fan(2)))).not.toBeNull();
});

it("has no picture of more boxes than a page should have", async () => {
  const entries = ended(bands(900));
  const { texts } = await shownByPage(ended(fan(2)), { width: 808, height: 697 });
  const boxesAt = (width: number, height: number): number | undefined => {
    const fold = beginFirstPicture({ trace: { status: "completed" }, size: { width, height }, texts });
    fold?.add(entries);
    return fold?.picture()?.boxes.length;
  };
  expect(boxesAt(808, 697)).toBeGreaterThan(10);
  expect(boxesAt(3_000, 1_900)).toBeGreaterThan(50);
  expect(boxesAt(5_000, 5_000)).toBeUndefined();
});

it("draws boxes with their titles and the length of the run, which nobody can reach", async () => {
  const place = { left: 232, top: 36, width: 800, height: 640, rowWidth: 1_384, rowHeight: 676 };
  const entries = ended([
    ...fan(2),
    ...planned(3)
      .filter(({ k }) => k === "goals")
      .slice(1),
  ]);
  const { texts } = await shownByPage(entries, place);
  const fold = beginFirstPicture({ trace: { status: "completed" }, size: place, texts });
  fold?.add(entries);
  const picture = fold?.picture();
  if (picture == null) throw new Error("there is no picture");
  await renderPage(
    <DebuggerProvider state={buildDebugger({ trace: { status: "completed" } })}>
      <FirstPictureBoxes picture={{ ...picture, place }} />
    </DebuggerProvider>,
    createFakeApi(async () => await new Promise<never>(() => undefined)).Wrapper,
  );
  const shown = document.querySelector(".first-picture");
  expect(shown?.closest("[inert][aria-hidden=true]")).not.toBeNull();
  expect(shown?.querySelectorAll("[data-box]").length).toBe(0);
  expect([...(shown?.querySelectorAll("[title]") ?? [])].map((each) => each.getAttribute("title"))).toEqual(
    expect.arrayContaining(["g0", "g1", "p0", "p1"]),
  );
});
