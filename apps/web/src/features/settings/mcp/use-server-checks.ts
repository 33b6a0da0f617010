"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";

/** The check of a server: it runs, or it could not be made. A server that fails its check says so in its own state. */
export type ServerCheck =
  | { readonly state: "running" }
  | { readonly state: "failed"; readonly error: unknown };

/** Starts servers and waits for their answers, several at a time. `onChecked` is called after each. */
export function useServerChecks(
  place: { readonly workspace: string; readonly projectFolder: string | null },
  onChecked: () => void,
): {
  readonly checks: Readonly<Record<string, ServerCheck | null>>;
  readonly start: (name: string) => void;
} {
  const api = useTRPC();
  const { mutateAsync } = useMutation(api.mcp.check.mutationOptions());
  const [checks, setChecks] = useState<Readonly<Record<string, ServerCheck | null>>>({});
  const set = (name: string, check: ServerCheck | null): void => {
    setChecks((before) => ({ ...before, [name]: check }));
  };
  const start = (name: string): void => {
    set(name, { state: "running" });
    mutateAsync({ ...place, name })
      .then(
        () => {
          set(name, null);
        },
        (error: unknown) => {
          set(name, { state: "failed", error });
        },
      )
      .finally(onChecked);
  };
  return { checks, start };
}
