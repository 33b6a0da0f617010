"use client";
import { useDeferredValue } from "react";
import type { ReactElement, ReactNode } from "react";

export type DeferredProps = {
  readonly children: ReactNode;
  /** Stands in meanwhile; as large as what comes, so that nothing moves. */
  readonly placeholder?: ReactNode;
};

/** Draws its content just after everything around it, in pieces that leave room for frames: what one came for is in sight first. */
export function Deferred({ children, placeholder = null }: DeferredProps): ReactElement {
  const isNext = useDeferredValue(true, false);
  return <>{isNext ? children : placeholder}</>;
}
