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
import { firstScroll } from "./opening-view.ts";
import { stuckView } from "./stuck-parts.ts";
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

const ended = (
  entries: readonly OutlineEntry[],
  status: "completed" | "failed" = "completed",
): readonly OutlineEntry[] => {
  const last = entries.at(-1);
  return [
    ...entries,
    { g: "root", q: (last?.q ?? 0) + 1, t: (last?.t ?? 0) + 9, k: "end", status, d: "Done" },
  ];
};

/** Bands of completed goals and, in the last of them, a goal whose call fails; after a compaction if `compacts`. */
function failing(stages: number, { compacts = false } = {}): readonly OutlineEntry[] {
  const log = outlineLog();
  for (let stage = 0; stage < stages; stage += 1) {
    log.goal(`s${stage}`);
    for (const part of ["a", "b", "c"]) {
      log.goal(`s${stage}${part}`, `s${stage}`);
      log.turn(`s${stage}${part}`);
      log.status(`s${stage}${part}`, "completed");
    }
    log.status(`s${stage}`, "completed");
  }
  log.goal("late");
  log.goal("last", "late");
  if (compacts) log.add({ k: "compacted", layer: "summarise", n: 3, before: 900, after: 100 }, "last");
  log.turn("last", ["error"]);
  log.status("last", "failed");
  return ended(log.entries, "failed");
}

/** A run with these sub-agents, all of which have ended, and one without an end if `works`. */
function branching(agents: readonly string[], { works = false } = {}): readonly OutlineEntry[] {
  const log = outlineLog();
  log.goal("a");
  for (const [index, d] of agents.entries())
    log.add({ k: "child", state: "spawned", child: `c${index}`, d, task: `Look ${index}` }, "a");
  for (const index of agents.keys())
    if (!works || index > 0) log.add({ k: "child", state: "completed", child: `c${index}`, d: "Found" }, "a");
  return ended(log.entries);
}

type Size = { readonly width: number; readonly height: number };
type Shown = {
  readonly texts: WireTexts;
  readonly boxes: readonly unknown[];
  readonly scroll: number;
  readonly stuck: unknown;
};

/** The boxes, the offset and the sticky headers that the page itself shows first in a pane of this size. */
async function shownByPage(
  entries: readonly OutlineEntry[],
  size: Size,
  status: "completed" | "failed" = "completed",
): Promise<Shown> {
  let shown: Shown | null = null;
  function Probe(): ReactElement {
    const board = useBoard(size);
    const texts = useWireTexts();
    if (board !== null) {
      const { scene } = board;
      const scroll = firstScroll(scene, size.height, { selected: null, following: false });
      const mounted = boxesToMount(scene.board, { top: scroll, height: size.height, margin: 0 });
      const tabStop = mounted.find(({ kind }) => kind !== "planned")?.id ?? null;
      const selection = { goal: null, sequence: null, open: [], tabStop };
      const nodes = toBoxNodes(scene, mounted, { texts, selection, before: [] });
      const boxes = nodes.map(({ id, position, data }) => ({ id, position, data }));
      shown = { texts, boxes, scroll, stuck: stuckView(scene, scroll) };
    }
    return <p />;
  }
  const built = buildDebugger({ entries, trace: { status } });
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

const SIZES: readonly Size[] = [
  { width: 808, height: 697 },
  { width: 1_160, height: 420 },
];

it.each([
  ["a few goals", ended(fan(3)), "completed"],
  ["bands", ended(bands(40)), "completed"],
  ["more bands than fit", ended(bands(900)), "completed"],
  ["a chain", ended(chain(30)), "completed"],
  ["work that returns", ended(returning(12)), "completed"],
  ["planned goals", ended(planned(4)), "completed"],
  ["sub-agents that have ended", branching(["explore", "explore", "review"]), "completed"],
  ["a failure", LOG, "failed"],
  ["a failure after bands that are folded", failing(4), "failed"],
  ["a failure below the first screen", failing(90), "failed"],
  ["a failure after a compaction", failing(2, { compacts: true }), "failed"],
] as const)("has the boxes and places that the page shows first: %s", async (_, entries, status) => {
  for (const size of SIZES) {
    const { texts, boxes, scroll, stuck } = await shownByPage(entries, size, status);
    const fold = beginFirstPicture({ trace: { status }, size, texts });
    fold?.add(entries.slice(0, 7));
    fold?.add(entries.slice(7));
    expect(boxes.length).toBeGreaterThan(2);
    expect(fold?.picture()).toMatchObject({ boxes, scroll, stuck });
  }
});

it("opens a failed run at its verdict, with the headers above it and the failing path lit", async () => {
  const [size] = SIZES;
  if (size === undefined) throw new Error("no size");
  const entries = failing(90);
  const { texts } = await shownByPage(entries, size, "failed");
  const fold = beginFirstPicture({ trace: { status: "failed" }, size, texts });
  fold?.add(entries);
  const picture = fold?.picture();
  expect(picture?.scroll).toBeGreaterThan(0);
  expect(picture?.stuck?.rows.map(({ goalId }) => goalId)).toContain("root");
  const verdict = picture?.boxes.find(({ id }) => id === "verdict");
  expect(verdict?.data.view.verdict).toMatchObject({ text: "result", broken: "" });
  const y = (verdict?.position.y ?? 0) - (picture?.scroll ?? 0);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(size.height);
  const dimmed = picture?.boxes.filter(({ data }) => data.view.dimmed).map(({ id }) => id);
  expect(dimmed?.length).toBeGreaterThan(0);
  expect(dimmed).not.toContain("last");
});

it("has no picture of a run that works, or whose sub-agents may", async () => {
  const size = { width: 808, height: 697 };
  const { texts } = await shownByPage(ended(fan(2)), size);
  const pictureOf = (status: "running" | "completed", entries: readonly OutlineEntry[]): unknown => {
    const fold = beginFirstPicture({ trace: { status }, size, texts });
    fold?.add(entries);
    return fold?.picture() ?? null;
  };
  const agents = ["explore", "review"];
  expect(pictureOf("running", fan(2))).toBeNull();
  expect(pictureOf("completed", branching(agents, { works: true }))).toBeNull();
  expect(pictureOf("completed", branching(agents))).not.toBeNull();
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

it("names the call of a verdict and says what went wrong", async () => {
  const place = { left: 232, top: 36, width: 800, height: 640, rowWidth: 1_384, rowHeight: 676 };
  const entries = failing(90);
  const { texts } = await shownByPage(entries, place, "failed");
  const fold = beginFirstPicture({ trace: { status: "failed" }, size: place, texts });
  fold?.add(entries);
  const picture = fold?.picture();
  if (picture == null) throw new Error("there is no picture");
  await renderPage(
    <DebuggerProvider state={buildDebugger({ trace: { status: "failed" } })}>
      <FirstPictureBoxes picture={{ ...picture, place }} />
    </DebuggerProvider>,
    createFakeApi(async () => await new Promise<never>(() => undefined)).Wrapper,
  );
  const failed = entries.find((entry) => entry.k === "tool" && entry.s === "error");
  const text = document.querySelector(".first-picture section")?.textContent;
  expect(text).toContain(`#${failed?.q}`);
  expect(text).toContain("tool0");
  expect(text).toContain("result");
});
