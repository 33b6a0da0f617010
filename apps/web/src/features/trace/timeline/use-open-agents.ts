"use client";
import type { OpenAgents } from "@goaltrace/core/graph";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useView } from "../state/debugger-provider.tsx";
import { NONE_FOLDED } from "../state/url-state.ts";
import type { TimelineFacts } from "./timeline-scene.ts";
import { type AgentTimings, useAgentTimings } from "./use-agent-timings.ts";

/** The logs of sub-agents are read once their rows have been in view this long: loading those that scroll past would slow down scrolling. */
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

/** Returns the logs of the sub-agents that are unfolded or in view. The address contains those that are unfolded. */
export function useOpenAgents({ timing, tip }: TimelineFacts, now: number | null): ShownAgents {
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
  const resting = useRef({ ids: "", timer: 0 });
  useEffect(() => {
    const { current } = resting;
    return () => {
      window.clearTimeout(current.timer);
      // After a remount, the rows in view count as new.
      current.ids = "";
    };
  }, []);
  const show = useCallback((ids: readonly string[]) => {
    const { current } = resting;
    if (current.ids === ids.join()) return;
    window.clearTimeout(current.timer);
    current.ids = ids.join();
    current.timer = window.setTimeout(() => {
      setInView(ids);
    }, REST_MS);
  }, []);
  return { agents, open, show };
}
