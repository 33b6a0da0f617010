"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { STATUS_NAMES } from "../../../../ui/status.ts";
import type { CardView } from "../card-view.ts";
import { EdgeChip } from "../edge-chip.tsx";
import type { EdgeChipProps } from "../edge-chip.tsx";
import { EdgeNotes, LoopBracket } from "../edge-marks.tsx";
import { Card } from "../goal-card.tsx";
import { LaneLabel, MemoryPort, CompactionLine } from "../graph-marks.tsx";
import type { LaneHue } from "../graph-marks.tsx";

const noop = (): void => undefined;

const CARD: CardView = {
  id: "card",
  kind: "goal",
  goalId: "card",
  status: "completed",
  title: "Release diff",
  result: "#4812 moved the lookup",
  abandoned: false,
  durationMs: 168_000,
  cost: 0.047,
  tokens: 31_800,
  calls: 22,
  marks: new Map(),
  subGoals: { done: 0, total: 0 },
  holds: 0,
  failed: 0,
  foldable: false,
  folded: false,
  placedAt: 1,
  members: [],
  hiddenMembers: 0,
};

type Shown = {
  readonly name: string;
  readonly card: CardView;
  readonly selection: "none" | "selected" | "holds";
};

/** Cards in every status and selection state. */
export function CardShowcase(): ReactElement {
  const translate = useTranslations("trace.showcase");
  const statusName = useTranslations("common.status");
  const shown: readonly Shown[] = [
    ...STATUS_NAMES.map((status): Shown => ({
      name: statusName(status),
      card: { ...CARD, id: status, status, abandoned: status === "abandoned" },
      selection: "none",
    })),
    { name: translate("card.selected"), card: CARD, selection: "selected" },
    { name: translate("card.holds"), card: CARD, selection: "holds" },
    { name: translate("card.marked"), card: { ...CARD, marks: new Map([["loop", 5]]) }, selection: "none" },
    {
      name: translate("card.folded"),
      card: { ...CARD, foldable: true, folded: true, holds: 4, subGoals: { done: 4, total: 4 } },
      selection: "none",
    },
    {
      name: translate("card.stack"),
      card: { ...CARD, kind: "stack", title: "Read files", holds: 37, failed: 3, status: "failed" },
      selection: "none",
    },
    {
      name: translate("card.outcome"),
      card: { ...CARD, kind: "outcome", title: "", durationMs: null },
      selection: "none",
    },
  ];
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-5">
      {shown.map(({ name, card, selection }) => (
        <li key={name}>
          <Card card={card} selection={selection} tabStop />
          <p className="mt-3 text-12 text-ink-2">{name}</p>
        </li>
      ))}
      <li>
        <Card card={CARD} selection="none" tabStop />
        <span className="relative -mt-2 ml-2 flex gap-1">
          <MemoryPort direction="read" count={2} onClick={noop} />
          <MemoryPort direction="write" count={1} onClick={noop} />
        </span>
        <p className="mt-1 text-12 text-ink-2">{translate("card.memory")}</p>
      </li>
    </ul>
  );
}

const TOTALS = {
  messages: 46,
  turns: 12,
  calls: 23,
  tools: 4,
  errors: 0,
  tokens: 31_800,
  cost: 0.047,
  durationMs: 168_000,
};
const EDGE: EdgeChipProps["edge"] = { totals: TOTALS, abandoned: false, live: false, edges: { length: 1 } };
const HUES: readonly LaneHue[] = [0, 1, 2, 3, 4, 5, 6];

/** Chips, brackets, notes, compactions and lane labels. */
export function MarkShowcase(): ReactElement {
  const translate = useTranslations("trace.showcase");
  const chips: readonly (Omit<EdgeChipProps, "onClick"> & { readonly name: string })[] = [
    { name: translate("chip.closed"), edge: EDGE, open: false, retries: 0 },
    { name: translate("chip.open"), edge: EDGE, open: true, retries: 0 },
    {
      name: translate("chip.errors"),
      edge: { ...EDGE, totals: { ...TOTALS, errors: 2 } },
      open: false,
      retries: 0,
    },
    { name: translate("chip.retries"), edge: EDGE, open: false, retries: 2 },
    { name: translate("chip.live"), edge: { ...EDGE, live: true }, open: false, retries: 0 },
    { name: translate("chip.abandoned"), edge: { ...EDGE, abandoned: true }, open: false, retries: 0 },
    { name: translate("chip.bundle"), edge: { ...EDGE, edges: { length: 5 } }, open: false, retries: 0 },
  ];
  const loop = { sequence: 9, from: 2, count: 5, cost: 0.42, polling: false };
  const none = { loop: null, retries: 0, limit: null, resumed: null, compaction: null };
  return (
    <ul className="flex flex-wrap items-start gap-x-8 gap-y-5">
      {chips.map(({ name, ...chip }) => (
        <Part key={name} name={name}>
          <EdgeChip {...chip} onClick={noop} />
        </Part>
      ))}
      <Part name={translate("mark.loop")}>
        <LoopBracket loop={loop} onSelect={noop} />
      </Part>
      <Part name={translate("mark.polling")}>
        <LoopBracket loop={{ ...loop, count: 8, polling: true }} onSelect={noop} />
      </Part>
      <Part name={translate("mark.resumed")}>
        <EdgeNotes marks={{ ...none, resumed: { sequence: 1, unknown: 1, times: 1 } }} onSelect={noop} />
      </Part>
      <Part name={translate("mark.limit")}>
        <EdgeNotes marks={{ ...none, limit: { sequence: 1, text: "steps" } }} onSelect={noop} />
      </Part>
      <Part name={translate("mark.compaction")}>
        <span className="block px-14">
          <CompactionLine
            compaction={{ sequence: 1, messages: 94, before: 182_000, after: 31_000, times: 1 }}
            height={64}
            onSelect={noop}
          />
        </span>
      </Part>
      <Part name={translate("mark.lane")}>
        <span className="flex flex-col">
          {HUES.map((hue) => (
            <LaneLabel
              key={hue}
              hue={hue}
              name={hue === 0 ? "general" : "explore"}
              detail={hue === 0 ? undefined : String(hue)}
            />
          ))}
        </span>
      </Part>
    </ul>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <li>
      {children}
      <p className="mt-2 text-12 text-ink-2">{name}</p>
    </li>
  );
}
