"use client";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export type ResizablePanelProps = {
  /** The name of the panel ("Inspector"), also used for the handle. */
  readonly label: string;
  /** The side of the panel; the handle is on the opposite edge. */
  readonly side: "left" | "right";
  /** In pixels. */
  readonly width: { readonly initial: number; readonly minimum: number; readonly maximum: number };
  /** The localStorage key of the width. */
  readonly storageKey: string;
  readonly children: ReactNode;
  readonly className?: string;
};

const STEP = 16;
const subscribers = new Set<() => void>();

/** A column with an adjustable width: by dragging, by arrow keys, Home and End, or by double click to reset. */
export function ResizablePanel({
  label,
  side,
  width,
  storageKey,
  children,
  className,
}: ResizablePanelProps): ReactElement {
  const translate = useTranslations("common");
  const stored = useStoredWidth(storageKey);
  const [dragged, setDragged] = useState<number | null>(null);
  const start = useRef({ x: 0, width: 0 });
  const clamp = (value: number): number =>
    Math.round(Math.min(width.maximum, Math.max(width.minimum, value)));
  const current = clamp(dragged ?? stored ?? width.initial);

  const saveWidth = (value: number | null): void => {
    writeWidth(storageKey, value === null ? null : clamp(value));
    setDragged(null);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: current };
    setDragged(current);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (dragged === null) return;
    const moved = event.clientX - start.current.x;
    setDragged(clamp(start.current.width + (side === "left" ? moved : -moved)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = widthAfterKey(event.key, { current, side, ...width });
    if (next === null) return;
    event.preventDefault();
    saveWidth(next);
  };

  return (
    <section
      aria-label={label}
      style={{ width: current }}
      className={classNames(
        "relative flex min-h-0 flex-none flex-col",
        side === "left" ? "border-r border-line" : "border-l border-line",
        className,
      )}
    >
      {children}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={translate("resize", { panel: label })}
        aria-valuenow={current}
        aria-valuemin={width.minimum}
        aria-valuemax={width.maximum}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          if (dragged !== null) saveWidth(dragged);
        }}
        onPointerCancel={() => {
          setDragged(null);
        }}
        onDoubleClick={() => {
          saveWidth(null);
        }}
        onKeyDown={onKeyDown}
        className={classNames(
          "absolute inset-y-0 z-10 w-2 cursor-col-resize touch-none transition-colors hover:bg-accent/20 focus-visible:bg-accent/40 focus-visible:outline-none",
          side === "left" ? "-right-1" : "-left-1",
          dragged !== null && "bg-accent/40",
        )}
      />
    </section>
  );
}

type KeyContext = {
  readonly current: number;
  readonly side: "left" | "right";
  readonly minimum: number;
  readonly maximum: number;
};

/** Returns the width after a key press on the handle, before clamping; null for other keys. */
export function widthAfterKey(key: string, { current, side, minimum, maximum }: KeyContext): number | null {
  const grow = side === "left" ? "ArrowRight" : "ArrowLeft";
  const shrink = side === "left" ? "ArrowLeft" : "ArrowRight";
  if (key === grow) return current + STEP;
  if (key === shrink) return current - STEP;
  if (key === "Home") return minimum;
  if (key === "End") return maximum;
  return null;
}

function useStoredWidth(storageKey: string): number | null {
  const subscribe = useCallback((onChange: () => void) => {
    subscribers.add(onChange);
    return () => {
      subscribers.delete(onChange);
    };
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => readWidth(storageKey),
    () => null,
  );
}

// localStorage can be disabled or full; the width is then not remembered.
function readWidth(storageKey: string): number | null {
  try {
    const stored = Number.parseInt(localStorage.getItem(storageKey) ?? "", 10);
    return Number.isNaN(stored) ? null : stored;
  } catch {
    return null;
  }
}

function writeWidth(storageKey: string, value: number | null): void {
  try {
    if (value === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(value));
  } catch {
    // See `readWidth`.
  }
  for (const subscriber of subscribers) subscriber();
}
