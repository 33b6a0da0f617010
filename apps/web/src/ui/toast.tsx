"use client";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { whenSettled } from "../lib/when-settled.ts";
import type { ActiveToast, Toast, ToastStackProps } from "./toast-stack.tsx";
import { onDemand } from "./on-demand.tsx";

type ShowToast = (toast: Toast) => void;

/** More toasts would not be read; the oldest is hidden first. */
const MAX_VISIBLE = 3;

type Undo = {
  /** Returns whether an open toast offers Undo. */
  readonly canUndo: () => boolean;
  /** Reverts the action of the newest toast that offers Undo. */
  readonly undoLast: () => void;
};

type Toasts = Undo & { readonly show: ShowToast };

const ToastContext = createContext<Toasts | null>(null);

/** Returns the function that shows a toast. Toasts confirm actions and offer Undo; show errors inline. */
export function useToast(): ShowToast {
  return useToasts().show;
}

/** Returns Undo for the whole page. */
export function useUndo(): Undo {
  return useToasts();
}

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("Toasts require a ToastProvider.");
  return toasts;
}

const Stack = onDemand<ToastStackProps>(
  async () => (await import("./toast-stack.tsx")).ToastStack,
  null,
  "placeholder",
);

/** Provides toasts. Mounted once at the root of the app. F8 moves the focus to the toasts. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [active, setActive] = useState<readonly ActiveToast[]>([]);
  const counter = useRef(0);
  const settled = useRef(new Set<number>());

  // Preloaded, because a toast about a lost connection cannot load its code.
  useEffect(() => whenSettled(Stack.preload), []);

  const show = useCallback<ShowToast>((toast) => {
    counter.current += 1;
    const id = counter.current;
    setActive((previous) => [...previous, { ...toast, id }]);
  }, []);

  const settle = useCallback((toast: ActiveToast, undone: boolean) => {
    if (settled.current.has(toast.id)) return;
    settled.current.add(toast.id);
    setActive((previous) => previous.filter((other) => other.id !== toast.id));
    if (undone) toast.undo?.();
    else toast.onExpire?.();
  }, []);

  const latest = useRef(active);
  useEffect(() => {
    latest.current = active;
  }, [active]);
  const toasts = useMemo(() => {
    const undoable = (): ActiveToast | undefined =>
      latest.current.findLast((toast) => toast.undo !== undefined);
    return {
      show,
      canUndo: () => undoable() !== undefined,
      undoLast: () => {
        const toast = undoable();
        if (toast !== undefined) settle(toast, true);
      },
    };
  }, [show, settle]);
  const shown = useMemo(() => active.slice(-MAX_VISIBLE), [active]);
  return (
    <ToastContext.Provider value={toasts}>
      {children}
      {shown.length > 0 && <Stack toasts={shown} onSettle={settle} />}
    </ToastContext.Provider>
  );
}
