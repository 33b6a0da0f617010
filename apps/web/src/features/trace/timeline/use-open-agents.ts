"use client";
import type { OpenAgents } from "@goaltrace/core/graph";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useView } from "../state/debugger-provider.tsx";
import { NONE_FOLDED } from "../state/url-state.ts";
import type { TimelineFacts } from "./timeline-scene.ts";
import { type AgentTimings, useAgentTimings } from "./use-agent-timings.ts";

/** The logs of sub-agents in view are read once nothing has scrolled for this long: loading those that scroll past would slow down scrolling. */
const REST_MS = 120;

/** The same object each time: logs that are loaded only for bars do not move any row. */
const NONE: OpenAgents = new Map();

type ShownAgents = {
  readonly agents: AgentTimings;
  /** The sub-agents that a person has unfolded. */
  readonly open: OpenAgents;
  /** Reads the logs of the sub-agents in view, whose bars show their calls. */
  readonly show: (traceIds: readonly string[]) => void;
};

/** Returns the logs of the sub-agents that are unfolded or in view of the scroller. The address contains those that are unfolded. */
export function useOpenAgents(
  { timing, tip }: TimelineFacts,
  now: number | null,
  scroller: { readonly current: HTMLElement | null },
): ShownAgents {
  const bands = useView((view) => view.bands);
  const [inView, setInView] = useState<readonly string[]>([]);
  const unfolded = useMemo(
    () => bands.filter((id) => id !== NONE_FOLDED && !timing.shown.has(id)),
    [bands, timing],
  );
  const wanted = useMemo(() => [...new Set([...unfolded, ...inView])], [unfolded, inView]);
  const agents = useAgentTimings(wanted, { lanes: timing.lanes, until: now === null ? tip : null });
  const open = useMemo(
    () =>
      unfolded.length === 0
        ? NONE
        : new Map(unfolded.map((id) => [id, agents.timings.get(id) ?? null] as const)),
    [unfolded, agents],
  );
  const latest = useRef<readonly string[]>([]);
  const timer = useRef(0);
  const rest = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const ids = latest.current;
      setInView((before) => (before.join() === ids.join() ? before : ids));
    }, REST_MS);
  }, []);
  useEffect(() => {
    const { current } = scroller;
    current?.addEventListener("scroll", rest, { passive: true });
    return () => {
      current?.removeEventListener("scroll", rest);
      window.clearTimeout(timer.current);
      // After a remount, the rows in view count as new.
      latest.current = [];
    };
  }, [scroller, rest]);
  const show = useCallback(
    (ids: readonly string[]) => {
      if (latest.current.join() === ids.join()) return;
      latest.current = ids;
      rest();
    },
    [rest],
  );
  return { agents, open, show };
}
