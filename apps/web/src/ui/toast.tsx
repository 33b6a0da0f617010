"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Toast as Primitive } from "radix-ui";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

export type Toast = {
  /** What was done: `Deleted “Incident review”`. */
  readonly text: string;
  /** Takes it back; shows an Undo button for as long as the toast stands (10 s). */
  readonly undo?: () => void;
  /** Called once when the toast goes without having been undone. */
  readonly onExpire?: () => void;
};

type ShowToast = (toast: Toast) => void;

/** Time to notice and take something back; pauses while pointed at, focused, or the window is away. */
const UNDO_MS = 10_000;
const PLAIN_MS = 5_000;
/** More than this at once is a pile nobody reads; the oldest goes first. */
const AT_ONCE = 3;

type Toasts = {
  readonly show: ShowToast;
  /** Takes back the newest toast that can be; false when there is none. */
  readonly undoLast: () => boolean;
};

const ToastContext = createContext<Toasts | null>(null);

/** `const showToast = useToast()`. For what was done and can be undone; errors belong where the work is. */
export function useToast(): ShowToast {
  return useToasts().show;
}

/** Undoes what the newest toast offers to undo, from anywhere on the page. The function says whether there was anything. */
export function useUndoLast(): () => boolean {
  return useToasts().undoLast;
}

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("Toasts need a ToastProvider above them");
  return toasts;
}

type Standing = Toast & { readonly id: number };

/** Mounted once, in the root of the app. F8 moves the focus to the toasts. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const translate = useTranslations("common");
  const [standing, setStanding] = useState<readonly Standing[]>([]);
  const counter = useRef(0);
  const settled = useRef(new Set<number>());

  const show = useCallback<ShowToast>((toast) => {
    counter.current += 1;
    const id = counter.current;
    setStanding((before) => [...before, { ...toast, id }]);
  }, []);

  const settle = useCallback((toast: Standing, undone: boolean) => {
    if (settled.current.has(toast.id)) return;
    settled.current.add(toast.id);
    setStanding((before) => before.filter((other) => other.id !== toast.id));
    if (undone) toast.undo?.();
    else toast.onExpire?.();
  }, []);

  const latest = useRef(standing);
  useEffect(() => {
    latest.current = standing;
  }, [standing]);
  const undoLast = useCallback(() => {
    const toast = latest.current.findLast((one) => one.undo !== undefined);
    if (toast !== undefined) settle(toast, true);
    return toast !== undefined;
  }, [settle]);

  const toasts = useMemo(() => ({ show, undoLast }), [show, undoLast]);
  const shown = useMemo(() => standing.slice(-AT_ONCE), [standing]);
  return (
    <ToastContext.Provider value={toasts}>
      <Primitive.Provider label={translate("notifications")} duration={PLAIN_MS}>
        {children}
        {shown.map((toast) => (
          <Primitive.Root
            key={toast.id}
            // Said when the screen reader has a pause: nothing here is more urgent than what it is reading.
            type="background"
            duration={toast.undo ? UNDO_MS : PLAIN_MS}
            onOpenChange={(open) => {
              if (!open) settle(toast, false);
            }}
            className="flex min-h-9 max-w-full animate-appear items-center gap-2 rounded-md border border-line bg-raised pr-1 pl-3 shadow-overlay"
          >
            <Primitive.Title className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
              {toast.text}
            </Primitive.Title>
            {toast.undo && (
              <Primitive.Action asChild altText={translate("undo")}>
                <Button
                  variant="ghost"
                  onClick={() => {
                    settle(toast, true);
                  }}
                >
                  {translate("undo")}
                </Button>
              </Primitive.Action>
            )}
            <Primitive.Close asChild>
              <IconButton label={translate("dismiss")} icon={X} size="small" />
            </Primitive.Close>
          </Primitive.Root>
        ))}
        <Primitive.Viewport
          label={translate("notificationsKeys", { hotkey: "F8" })}
          className="fixed bottom-6 left-1/2 z-50 flex w-90 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col gap-2 phone:bottom-16"
        />
      </Primitive.Provider>
    </ToastContext.Provider>
  );
}
