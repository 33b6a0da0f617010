"use client";
import { useSearchParams } from "next/navigation";
import { readShownTool, toolQuery } from "./tool-address.ts";

/** Returns the name of the tool that the address shows, and a function that shows another one. */
export function useShownTool(): {
  readonly tool: string | null;
  readonly show: (tool: string | null) => void;
} {
  const tool = readShownTool(new URLSearchParams(useSearchParams().toString()));
  return {
    tool,
    show: (next) => {
      const url = window.location.pathname + toolQuery(next);
      // On a phone the browser's back button leads from a tool to the list.
      if (tool === null && next !== null) window.history.pushState(null, "", url);
      else window.history.replaceState(null, "", url);
    },
  };
}
