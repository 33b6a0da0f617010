"use client";
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { ReactElement, ReactNode } from "react";
import type { Debugger, DebuggerActions, LogState, RunReference } from "./debugger.ts";
import { createDebuggerStore, createKeeper } from "./debugger-store.ts";
import type { DebuggerStore } from "./debugger-store.ts";
import type { ViewState } from "./url-state.ts";

const StoreContext = createContext<DebuggerStore | null>(null);

/**
 * Shares the state of the debugger with its contents. `children` must be the same element in each render: they read the state with the
 * hooks below, and each of them renders only when its selection changes.
 */
export function DebuggerProvider({
  state,
  children,
}: {
  readonly state: Debugger;
  readonly children: ReactNode;
}): ReactElement {
  const [store] = useState(() => createDebuggerStore(state));
  useLayoutEffect(() => {
    store.set(state);
  }, [store, state]);
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** Returns the run of the enclosing debugger. It never changes. Throws outside a debugger. */
export function useRun(): RunReference {
  return useStore().get().run;
}

/** Returns the actions of the enclosing debugger. They stay the same while the log grows. Throws outside a debugger. */
export function useActions(): DebuggerActions {
  return useSelected(({ actions }) => actions);
}

/**
 * Returns the value that a function selects from the view, and renders again only when it changes. A selected object literal is compared field by
 * field. Throws outside a debugger.
 */
export function useView<Selected>(select: (view: ViewState) => Selected): Selected {
  return useSelected(({ view }) => select(view));
}

/**
 * Returns the value that a function selects from the log, and renders again only when it changes. Select `model` to render with each new entry, or a
 * derived value to render less often. A selected object literal is compared field by field. Throws outside a debugger.
 */
export function useLog<Selected>(select: (log: LogState) => Selected): Selected {
  return useSelected(({ log }) => select(log));
}

/** Returns a function that reads the state when it is called, for event handlers. It never changes. Throws outside a debugger. */
export function useStateReader(): () => Debugger {
  return useStore().get;
}

function useSelected<Selected>(select: (state: Debugger) => Selected): Selected {
  const store = useStore();
  const [keep] = useState(() => createKeeper<Selected>());
  const read = (): Selected => keep(select(store.get()));
  return useSyncExternalStore(store.subscribe, read, read);
}

function useStore(): DebuggerStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("The state of a run requires a debugger around it.");
  return store;
}
