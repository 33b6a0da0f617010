"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import type { Effect, RulePlace } from "./rule-place.ts";

type Page = RouterOutputs["permissions"]["whatIf"];
export type TrialChange = Page["changes"][number];

/** The effect that a rule would have had, as far as the log has been read. `readBackTo` is in milliseconds since the epoch. */
export type Trial = {
  readonly state: "running" | "done" | "stopped" | "failed";
  readonly calls: number;
  readonly changes: readonly TrialChange[];
  readonly readBackTo: number | null;
  readonly error: unknown;
};

export type ProposedRule = { readonly place: RulePlace; readonly effect: Effect; readonly rule: string };

const EMPTY: Trial = { state: "running", calls: 0, changes: [], readBackTo: null, error: null };
/** The maximum number of parts of the log that one trial reads: about ten thousand answers. */
const MAX_PAGES = 50;
const MAX_EXAMPLES = 5;

/** Tries a rule on the log part by part, newest runs first, until it is stopped or the component unmounts. */
export function useRuleTrial(
  workspace: string,
  proposed: ProposedRule,
): { readonly trial: Trial | null; readonly start: () => void; readonly stop: () => void } {
  const api = useTRPC();
  const queries = useQueryClient();
  const [trial, setTrial] = useState<Trial | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const read = async (signal: AbortSignal): Promise<void> => {
    let after: Page["next"] = null;
    let shown = EMPTY;
    for (let index = 0; index < MAX_PAGES; index += 1) {
      const page: Page = await queries.fetchQuery(
        api.permissions.whatIf.queryOptions({ workspace, ...proposed, after }, { staleTime: 0, gcTime: 0 }),
      );
      if (signal.aborted) return;
      shown = addPage(shown, page);
      after = page.next;
      setTrial(after === null ? { ...shown, state: "done" } : shown);
      if (after === null) return;
    }
    setTrial({ ...shown, state: "stopped" });
  };
  return {
    trial,
    start: () => {
      current.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      current.current = controller;
      setTrial(EMPTY);
      read(signal).catch((error: unknown) => {
        if (!signal.aborted) setTrial((shown) => ({ ...(shown ?? EMPTY), state: "failed", error }));
      });
    },
    stop: () => {
      current.current?.abort();
      setTrial((shown) => (shown === null ? null : { ...shown, state: "stopped" }));
    },
  };
}

/** Adds a part to the result; the examples are the newest calls. */
export function addPage(trial: Trial, page: Page): Trial {
  const all = [...trial.changes, ...page.changes];
  const kinds = new Map(all.map((change) => [`${change.before} ${change.after}`, change]));
  const changes = [...kinds.values()].map(({ before, after }) => {
    const same = all.filter((change) => change.before === before && change.after === after);
    return {
      ...{ before, after, calls: same.reduce((sum, { calls }) => sum + calls, 0) },
      examples: same.flatMap(({ examples }) => examples).slice(0, MAX_EXAMPLES),
    };
  });
  return {
    ...trial,
    calls: trial.calls + page.calls,
    changes,
    readBackTo: page.next?.at ?? trial.readBackTo,
  };
}
