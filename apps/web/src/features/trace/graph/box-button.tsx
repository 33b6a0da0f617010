"use client";
import { useEffect, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import type { BoxData } from "./box-nodes.ts";
import { useGraphActions } from "./graph-actions.ts";

/** The button of a box. The one in the tab order keeps the focus when keys move the selection. */
export function BoxButton({
  view,
  selection,
  tabStop,
  onPress,
  className,
  children,
}: Pick<BoxData, "view" | "selection" | "tabStop"> & {
  readonly onPress: () => void;
  readonly className: string;
  readonly children: ReactNode;
}): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const { isUsable } = useGraphActions();
  useEffect(() => {
    const { activeElement } = document;
    if (tabStop && activeElement !== button.current && activeElement?.matches("[data-box]") === true)
      button.current?.focus({ preventScroll: true });
  }, [tabStop]);
  return (
    <button
      ref={button}
      type="button"
      data-box={isUsable ? view.id : undefined}
      data-card={!isUsable || view.kind === "header" || view.kind === "outcome" ? undefined : view.id}
      tabIndex={tabStop ? 0 : -1}
      aria-pressed={selection === "selected"}
      onClick={onPress}
      className={classNames(
        "nopan pointer-events-auto text-left focus-visible:outline-2 focus-visible:outline-offset-2",
        className,
      )}
    >
      {children}
    </button>
  );
}
