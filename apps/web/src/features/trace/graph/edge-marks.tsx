"use client";
import type { EdgeMarks, LoopMark } from "@goaltrace/core/graph";
import { Clock, Gauge, History, Repeat } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";

type Select = { readonly onSelect: (sequence: number) => void };

/** The bracket below the chip of an edge with a loop: its count and cost. Polling is gray. */
export function LoopBracket({ loop, onSelect }: { readonly loop: LoopMark } & Select): ReactElement {
  const translate = useTranslations("trace.edge");
  const format = useFormat();
  const cost = loop.cost === null || loop.polling ? "" : ` · ${format.cost(loop.cost)}`;
  return (
    <button
      type="button"
      onClick={() => {
        onSelect(loop.sequence);
      }}
      className={classNames(
        "nopan pointer-events-auto flex min-w-0 flex-1 flex-col items-center gap-0.5 rounded-sm text-11 whitespace-nowrap",
        loop.polling ? "text-ink-3" : "text-warn",
      )}
    >
      <span
        aria-hidden="true"
        className="h-[7px] w-[92%] rounded-b-sm border-x-[1.5px] border-b-[1.5px] border-current"
      />
      <span className="flex items-center gap-1">
        <Icon icon={loop.polling ? Clock : Repeat} size={12} />
        {translate(loop.polling ? "polling" : "loop", { count: loop.count })}
        {cost}
      </span>
    </button>
  );
}

/** Other events on an edge, one line each above the chip: a limit was reached, the run was resumed. */
export function EdgeNotes({ marks, onSelect }: { readonly marks: EdgeMarks } & Select): ReactElement | null {
  const translate = useTranslations("trace.edge");
  const { limit, resumed } = marks;
  if (limit === null && resumed === null) return null;
  return (
    <span className="flex flex-col items-center gap-0.5">
      {resumed !== null && (
        <NoteLine
          icon={History}
          tone={resumed.unknown > 0 ? "text-warn" : "text-ink-2"}
          text={translate("resumed", { unknown: resumed.unknown })}
          onClick={() => {
            onSelect(resumed.sequence);
          }}
        />
      )}
      {limit !== null && (
        <NoteLine
          icon={Gauge}
          tone="text-warn"
          text={translate("limit", { limit: limit.text })}
          onClick={() => {
            onSelect(limit.sequence);
          }}
        />
      )}
    </span>
  );
}

type NoteLineProps = {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly text: string;
  readonly onClick: () => void;
};

function NoteLine({ icon, tone, text, onClick }: NoteLineProps): ReactElement {
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        "nopan pointer-events-auto flex max-w-36 items-center gap-1 rounded-sm bg-page text-11 whitespace-nowrap hover:underline",
        tone,
      )}
    >
      <Icon icon={icon} size={12} />
      <span className="truncate">{text}</span>
    </button>
  );
}
