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
  /** One focusable element. It needs its own accessible name; the tooltip only repeats or adds. */
  readonly children: ReactElement;
};

const DELAY_MS = 400;
/** Going from one button to the next, the words follow at once. */
const STILL_WARM_MS = 300;
/** Time to go over to the words without losing them (WCAG 1.4.13). */
const LEAVE_MS = 150;

const Panel = onDemand<TooltipPanelProps>(
  async () => (await import("./tooltip-panel.tsx")).TooltipPanel,
  null,
  "placeholder",
);

let hiddenAt = Number.NEGATIVE_INFINITY;
let hideShown: (() => void) | undefined;

/** Words that appear on hover after 400 ms and on keyboard focus at once. Never the only place for something needed. */
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
    hideShown?.();
    hideShown = hide;
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      hiddenAt = performance.now();
      if (hideShown === hide) hideShown = undefined;
    };
  }, [anchor]);
  const later = (milliseconds: number, then: HTMLElement | null): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setAnchor, milliseconds, then);
  };
  const now = (then: HTMLElement | null): void => {
    clearTimeout(timer.current);
    setAnchor(then);
  };
  return (
    <>
      {withTriggerProps(children, {
        ...(anchor === null ? {} : { "aria-describedby": id }),
        onPointerEnter: (event) => {
          if (event.pointerType === "touch") return;
          Panel.preload();
          later(performance.now() - hiddenAt < STILL_WARM_MS ? 0 : DELAY_MS, event.currentTarget);
        },
        onPointerLeave: () => {
          later(LEAVE_MS, null);
        },
        onPointerDown: () => {
          now(null);
        },
        onClick: () => {
          now(null);
        },
        onFocus: (event) => {
          if (event.currentTarget.matches(":focus-visible")) now(event.currentTarget);
        },
        onBlur: () => {
          now(null);
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
            later(LEAVE_MS, null);
          }}
        />
      )}
    </>
  );
}
