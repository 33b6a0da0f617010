"use client";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactElement } from "react";
import type { TooltipPanelProps, TooltipSide } from "./tooltip-panel.tsx";
import { withTriggerProps } from "./trigger.ts";
import { onDemand } from "./on-demand.tsx";

export type TooltipProps = {
  readonly text: string;
  readonly shortcut?: string;
  readonly side?: TooltipSide;
  /** One focusable element with its own accessible name; the tooltip only repeats or supplements it. */
  readonly children: ReactElement;
};

const DELAY_MS = 400;
/** Within this time after a tooltip closed, the next one opens without delay. */
const WARM_MS = 300;
/** The time to move the pointer onto the tooltip before it closes (WCAG 1.4.13). */
const LEAVE_MS = 150;

const Panel = onDemand<TooltipPanelProps>(
  async () => (await import("./tooltip-panel.tsx")).TooltipPanel,
  null,
  "placeholder",
);

let hiddenAt = Number.NEGATIVE_INFINITY;
let hideOpen: (() => void) | undefined;

/** A tooltip that opens on hover after 400 ms and on keyboard focus immediately. Never the only place for essential information. */
export function Tooltip({ text, shortcut, side = "bottom", children }: TooltipProps): ReactElement {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  useEffect(() => {
    if (anchor === null) return;
    const hide = (): void => {
      setAnchor(null);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape") hide();
    };
    hideOpen?.();
    hideOpen = hide;
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      hiddenAt = performance.now();
      if (hideOpen === hide) hideOpen = undefined;
    };
  }, [anchor]);
  const showLater = (milliseconds: number, next: HTMLElement | null): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setAnchor, milliseconds, next);
  };
  const showNow = (next: HTMLElement | null): void => {
    clearTimeout(timer.current);
    setAnchor(next);
  };
  return (
    <>
      {withTriggerProps(children, {
        ...(anchor === null ? {} : { "aria-describedby": id }),
        onPointerEnter: (event) => {
          if (event.pointerType === "touch") return;
          Panel.preload();
          showLater(performance.now() - hiddenAt < WARM_MS ? 0 : DELAY_MS, event.currentTarget);
        },
        onPointerLeave: () => {
          showLater(LEAVE_MS, null);
        },
        onPointerDown: () => {
          showNow(null);
        },
        onClick: () => {
          showNow(null);
        },
        onFocus: (event) => {
          if (event.currentTarget.matches(":focus-visible")) showNow(event.currentTarget);
        },
        onBlur: () => {
          showNow(null);
        },
      })}
      {anchor !== null && (
        <Panel
          id={id}
          anchor={anchor}
          side={side}
          text={text}
          shortcut={shortcut}
          onStay={() => {
            clearTimeout(timer.current);
          }}
          onLeave={() => {
            showLater(LEAVE_MS, null);
          }}
        />
      )}
    </>
  );
}
