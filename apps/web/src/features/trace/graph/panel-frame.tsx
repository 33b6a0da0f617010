"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { BoxData } from "./box-nodes.ts";
import { useGraphActions } from "./graph-actions.ts";
import { Caret } from "./steps-caret.tsx";

type FrameProps = Pick<BoxData, "view" | "size" | "caretX"> & {
  readonly label: string;
  readonly name: string;
  readonly title: string;
  /** Words and figures at the right end of the head. */
  readonly figures: readonly string[];
  readonly link?: ReactElement;
  readonly children: ReactNode;
};

/** A panel below the line of a box, over the whole width of its band: a head that names the work, and its steps. */
export function PanelFrame(props: FrameProps): ReactElement {
  const { view, size, caretX, label, name, title, figures, link, children } = props;
  const translate = useTranslations("trace.graph");
  const { toggleSteps } = useGraphActions();
  return (
    <section
      aria-label={label}
      style={size}
      className="nopan nowheel pointer-events-auto relative flex animate-appear flex-col rounded-md border border-accent/45 bg-page px-2"
    >
      {caretX !== null && <Caret x={caretX} tone="border-accent/45" side="top" />}
      <header className="flex h-[30px] flex-none items-center gap-2 text-12 whitespace-nowrap">
        <b className="flex-none font-semibold">{name}</b>
        <span className="min-w-0 flex-1 truncate text-ink-2" title={title}>
          {title}
        </span>
        <span className="flex flex-none gap-3 text-11 text-ink-3">
          {figures.map((figure, at) => (
            <span key={at}>{figure}</span>
          ))}
        </span>
        {link}
        <IconButton
          label={translate("closeSteps")}
          icon={X}
          size="small"
          onClick={() => {
            toggleSteps(view.goalId);
          }}
        />
      </header>
      {children}
    </section>
  );
}
