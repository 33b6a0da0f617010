"use client";
import type { Distance } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";

type Mark = "bar" | "failedBar" | "tick" | "hollow" | "bead" | "failedBead" | "compaction" | "meter";

const MARKS_AT: Readonly<Record<Distance, readonly Mark[]>> = {
  map: ["bar", "failedBar", "tick", "hollow"],
  tiles: ["bead", "failedBead", "compaction"],
  cards: ["bead", "failedBead", "compaction", "meter"],
  detail: ["bead", "failedBead", "compaction", "meter"],
};

const SHAPES: Readonly<Record<Mark, string>> = {
  bar: "h-3 w-1 bg-ink-3/55",
  failedBar: "h-3 w-1 bg-error",
  tick: "h-3 w-1 border-b-3 border-error bg-ink-3/55",
  hollow: "h-3 w-1 border border-line-strong",
  bead: "size-[5px] rounded-full bg-ink-2",
  failedBead: "size-1.5 rounded-full bg-error",
  compaction: "h-3 w-1 border-l border-r border-ink-3 border-r-ink-3 [border-right-style:dashed]",
  meter: "h-0.5 w-3 rounded-[1px] bg-ink-2",
};

/** The meaning of the marks of a distance, beside its controls. Lines that have no room are left out. */
export function GraphKey({ distance }: { readonly distance: Distance }): ReactElement {
  const translate = useTranslations("trace.graph.key");
  return (
    <ul
      aria-label={translate("label")}
      className="flex h-8 min-w-0 flex-1 flex-wrap items-center gap-x-4 overflow-hidden pl-4 text-11 leading-8 whitespace-nowrap text-ink-3 phone:hidden"
    >
      {MARKS_AT[distance].map((mark) => (
        <li key={mark} className="flex h-8 items-center gap-1.5">
          <span aria-hidden="true" className={classNames("flex-none", SHAPES[mark])} />
          {translate(mark)}
        </li>
      ))}
    </ul>
  );
}
