"use client";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { onceSettled } from "../lib/once-settled.ts";
import type { StandingToast, Toast, ToastStackProps } from "./toast-stack.tsx";
import { onDemand } from "./on-demand.tsx";

type ShowToast = (toast: Toast) => void;

/** More than this at once is a pile nobody reads; the oldest goes first. */
const AT_ONCE = 3;

type Undo = {
  /** Whether a toast that is shown offers to undo something. */
  readonly canUndo: () => boolean;
  /** Undoes what the newest of them offers to undo. */
  readonly undoLast: () => void;
};

type Toasts = Undo & { readonly show: ShowToast };

const ToastContext = createContext<Toasts | null>(null);

/** `const showToast = useToast()`. For what was done and can be undone; errors belong where the work is. */
export function useToast(): ShowToast {
  return useToasts().show;
}

/** Undo from anywhere on the page. */
export function useUndo(): Undo {
  return useToasts();
}

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("Toasts need a ToastProvider above them");
  return toasts;
}

const Stack = onDemand<ToastStackProps>(
  async () => (await import("./toast-stack.tsx")).ToastStack,
  null,
  "placeholder",
);

/** Mounted once, in the root of the app. F8 moves the focus to the toasts. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [standing, setStanding] = useState<readonly StandingToast[]>([]);
  const counter = useRef(0);
  const settled = useRef(new Set<number>());

  // The words of a lost connection must not need the connection.
  useEffect(() => onceSettled(Stack.preload), []);

  const show = useCallback<ShowToast>((toast) => {
    counter.current += 1;
    const id = counter.current;
    setStanding((before) => [...before, { ...toast, id }]);
  }, []);

  const settle = useCallback((toast: StandingToast, undone: boolean) => {
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
  const toasts = useMemo(() => {
    const undoable = (): StandingToast | undefined =>
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
  const shown = useMemo(() => standing.slice(-AT_ONCE), [standing]);
  return (
    <ToastContext.Provider value={toasts}>
      {children}
      {shown.length > 0 && <Stack toasts={shown} onSettle={settle} />}
    </ToastContext.Provider>
  );
}
