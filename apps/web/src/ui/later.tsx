"use client";
import { useDeferredValue } from "react";
import type { ReactElement, ReactNode } from "react";

export type LaterProps = {
  readonly children: ReactNode;
  /** Stands in meanwhile; as large as what comes, so that nothing moves. */
  readonly placeholder?: ReactNode;
};

/** Draws its content just after everything around it, in pieces that leave room for frames: what one came for is in sight first. */
export function Later({ children, placeholder = null }: LaterProps): ReactElement {
  const isNext = useDeferredValue(true, false);
  return <>{isNext ? children : placeholder}</>;
}
