// @vitest-environment happy-dom
import type { OutlineEntry } from "@goaltrace/core/log";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { act, type ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it, vi } from "vitest";
import { MESSAGES } from "../../../lib/generated/messages.ts";
import { createFakeApi } from "../../../lib/testing/fake-api.tsx";
import { DebuggerProvider } from "../state/debugger-provider.tsx";
import { buildDebugger } from "../state/testing/build-debugger.ts";
import { TableView } from "../table/table-view.tsx";
import { TranscriptView } from "../transcript/transcript-view.tsx";

vi.mock("../../../lib/trpc.tsx", () => import("../../../lib/testing/fake-api.tsx"));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const PANE_HEIGHT = 1_440;
const ROW_HEIGHT = 26;
/** Rows are taken for this high until they are measured. */
const HIGHEST_ROW = 40;
const MOST_MOUNTED = 300;
const NO_HITS: ReadonlySet<number> = new Set();

const LISTS = {
  table: {
    element: <TableView hits={NO_HITS} />,
    scroller: "[role=grid]",
    list: "[role=grid] > :nth-child(2)",
  },
  transcript: {
    element: <TranscriptView hits={NO_HITS} following={false} />,
    scroller: "[role=region]",
    list: "ol",
  },
} as const satisfies Record<string, { element: ReactElement; scroller: string; list: string }>;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A log that goes on in the same way, until it has more rows than a list may mount. */
function longLog(log: readonly OutlineEntry[]): readonly OutlineEntry[] {
  const rounds = Math.ceil((1.5 * MOST_MOUNTED) / log.length);
  return Array.from({ length: rounds }, (_, round) =>
    log.map((entry) => {
      const named = JSON.stringify(entry, (name, value: unknown) =>
        name === "call" ? `${round}:${String(value)}` : value,
      );
      const copy = JSON.parse(named) as OutlineEntry;
      return { ...copy, q: entry.q + round * log.length };
    }),
  ).flat();
}

/** The pane is as high as a large screen, and each row as high as a row of the table. */
function layOut(): void {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(PANE_HEIGHT);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW_HEIGHT);
}

async function mountedWhileScrolling(
  entries: readonly OutlineEntry[],
  { element, scroller, list }: (typeof LISTS)[keyof typeof LISTS],
): Promise<readonly number[]> {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const api = createFakeApi(async () => []);
  await act(async () =>
    root.render(
      <api.Wrapper>
        <NextIntlClientProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
          <DebuggerProvider state={buildDebugger({ entries, view: { runtime: true } })}>
            {element}
          </DebuggerProvider>
        </NextIntlClientProvider>
      </api.Wrapper>,
    ),
  );
  const pane = host.querySelector(scroller);
  const content = host.querySelector<HTMLElement>(list);
  const counts: number[] = [];
  for (const part of [0, 0.5]) {
    await act(async () => {
      if (pane !== null)
        pane.scrollTop = part * (Number.parseFloat(content?.style.height ?? "") - PANE_HEIGHT);
      pane?.dispatchEvent(new Event("scroll"));
    });
    counts.push(content?.children.length ?? 0);
  }
  await act(async () => root.unmount());
  host.remove();
  return counts;
}

it.each(Object.entries(LISTS))(
  "mounts only the rows in view of the %s, wherever a long run is scrolled to",
  async (_, list) => {
    layOut();
    await fc.assert(
      fc.asyncProperty(timedLogArbitrary(), async (log) => {
        const counts = await mountedWhileScrolling(longLog(log), list);
        for (const count of counts) {
          expect(count).toBeLessThanOrEqual(MOST_MOUNTED);
          expect(count).toBeGreaterThanOrEqual(PANE_HEIGHT / HIGHEST_ROW);
        }
      }),
      { numRuns: 3 },
    );
  },
);
