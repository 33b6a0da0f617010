import type { RunState } from "../run-state.ts";
import type { WaitAction } from "../strategy.ts";

/** Returns the wait for the people whom the run has asked, until the first request expires; null if nothing is open. */
export function openWait({ approvals, questions, effects }: Readonly<RunState>): WaitAction | null {
  const openApprovals = [...approvals.values()].filter(({ decision }) => decision === null);
  const open = [
    ...openApprovals,
    ...[...questions.values()].filter(({ answer }) => answer === null),
    ...[...effects.values()].filter(({ resolution }) => resolution === null),
  ];
  if (open.length === 0) return null;
  const expiries = open.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  return {
    kind: "wait",
    for: openApprovals.length > 0 ? "approval" : "question",
    wakeAt: expiries.length === 0 ? null : Math.min(...expiries),
  };
}
