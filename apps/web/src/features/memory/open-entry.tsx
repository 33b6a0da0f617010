"use client";
import type { ReactElement } from "react";
import { useMemoryAddress } from "./use-memory-address.ts";

/** Opens an entry of memory from where it is mentioned. */
export function OpenEntry({
  id,
  children,
}: {
  readonly id: string;
  readonly children: string;
}): ReactElement {
  const { go } = useMemoryAddress();
  return (
    <button
      type="button"
      className="link phone:min-h-11"
      onClick={() => {
        go({ tab: "entries", entry: id });
      }}
    >
      {children}
    </button>
  );
}
