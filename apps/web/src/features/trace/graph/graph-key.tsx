"use client";
import type { Distance } from "@goaltrace/core/graph";
import {
  BookKey,
  BookOpen,
  CircleHelp,
  CircleX,
  FoldVertical,
  Gauge,
  GitBranch,
  GitMerge,
  GitPullRequestClosed,
  History,
  Lightbulb,
  NotebookPen,
  Repeat,
  RotateCw,
  ShieldCheck,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";

type Mark =
  | "bar"
  | "failedBar"
  | "tick"
  | "hollow"
  | "bead"
  | "failedBead"
  | "together"
  | "loop"
  | "compaction"
  | "meter";

const MARKS_AT: Readonly<Record<Distance, readonly Mark[]>> = {
  map: ["bar", "failedBar", "tick", "hollow"],
  tiles: ["bead", "failedBead", "together", "compaction", "loop"],
  cards: ["bead", "failedBead", "together", "meter", "compaction", "loop"],
  detail: ["bead", "failedBead", "together", "meter", "compaction", "loop"],
};

const SHAPES: Readonly<Record<Mark, string>> = {
  bar: "h-3 w-1 bg-ink-3/55",
  failedBar: "h-3 w-1 bg-error",
  tick: "h-3 w-1 border-b-3 border-error bg-ink-3/55",
  hollow: "h-3 w-1 border border-line-strong",
  bead: "size-[5px] rounded-full bg-ink-2",
  failedBead: "size-1.5 rounded-full bg-error",
  together: "h-1 w-3 border-x border-t border-ink-3",
  loop: "h-1 w-3 border-x border-b border-warn",
  compaction: "h-3 w-1 border-l border-r border-ink-3 border-r-ink-3 [border-right-style:dashed]",
  meter: "h-0.5 w-3 rounded-[1px] bg-ink-2",
};

/** Marks next to titles in the goal tree, on folded headers and on wires, most of them without words. */
const ICONS = [
  ["errors", CircleX],
  ["loops", Repeat],
  ["retries", RotateCw],
  ["lessons", Lightbulb],
  ["revisions", GitBranch],
  ["verified", ShieldCheck],
  ["unverified", CircleHelp],
  ["limits", Gauge],
  ["compactions", FoldVertical],
  ["resumed", History],
  ["read", BookOpen],
  ["written", NotebookPen],
  ["merged", GitMerge],
  ["notMerged", GitPullRequestClosed],
] as const;

/** The meaning of the marks of a distance, beside its controls. Lines that do not fit are left out; the button beside it opens all. */
export function GraphKey({ distance }: { readonly distance: Distance }): ReactElement {
  const translate = useTranslations("trace.graph.key");
  return (
    <ul
      aria-label={translate("label")}
      className="flex h-8 min-w-0 flex-1 flex-wrap items-center gap-x-4 overflow-hidden pl-4 text-11 leading-8 whitespace-nowrap text-ink-3 phone:hidden"
    >
      <Lines distance={distance} />
    </ul>
  );
}

/** A button that explains all marks of a distance, for graphs that leave no room for the key. */
export function GraphKeyButton({ distance }: { readonly distance: Distance }): ReactElement {
  const translate = useTranslations("trace.graph");
  return (
    <Popover
      label={translate("key.label")}
      trigger={<IconButton label={translate("openKey")} icon={BookKey} />}
    >
      <ul className="flex flex-col gap-1 text-12 text-ink-2">
        <Lines distance={distance} />
        {ICONS.map(([name, icon]) => (
          <li key={name} className="flex min-h-6 items-center gap-1.5">
            <Icon icon={icon} size={12} className="flex-none" />
            {translate(`key.${name}`)}
          </li>
        ))}
      </ul>
    </Popover>
  );
}

function Lines({ distance }: { readonly distance: Distance }): ReactElement {
  const translate = useTranslations("trace.graph.key");
  return (
    <>
      {MARKS_AT[distance].map((mark) => (
        <li key={mark} className="flex min-h-6 items-center gap-1.5">
          <span aria-hidden="true" className="flex w-3 flex-none justify-center">
            <span className={SHAPES[mark]} />
          </span>
          {translate(mark)}
        </li>
      ))}
    </>
  );
}
