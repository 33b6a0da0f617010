"use client";
import { useDeferredValue } from "react";
import type { ReactElement, ReactNode } from "react";

export type DeferredProps = {
  readonly children: ReactNode;
  /** Shown first. Give it the size of the content, so that nothing shifts. */
  readonly placeholder?: ReactNode;
};

/** Renders its content at low priority after the rest of the page, so that the main content appears first. */
export function Deferred({ children, placeholder = null }: DeferredProps): ReactElement {
  const isReady = useDeferredValue(true, false);
  return <>{isReady ? children : placeholder}</>;
}
