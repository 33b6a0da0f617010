"use client";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Markdown } from "../../ui/markdown.tsx";

type ReasoningProps = { readonly text: string; readonly durationMs: number | null; readonly live: boolean };

/** The model's reasoning, collapsed to one line. */
export function Reasoning({ text, durationMs, live }: ReasoningProps): ReactElement {
  const translate = useTranslations("chat.reasoning");
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const heading = live
    ? translate("live")
    : durationMs === null
      ? translate("done")
      : translate("doneIn", { duration: format.duration(durationMs) });
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
        className="group flex h-5 items-center gap-2 text-ink-2 hover:text-ink phone:h-11"
      >
        <Icon
          icon={ChevronRight}
          size={12}
          className="text-ink-3 transition-transform group-aria-expanded:rotate-90"
        />
        <span className={live ? "animate-pulse" : undefined}>{heading}</span>
      </button>
      {open && (
        <div className="mt-2 border-l border-line-strong pl-4 text-ink-2">
          <Markdown text={text} size="interface" />
        </div>
      )}
    </div>
  );
}
