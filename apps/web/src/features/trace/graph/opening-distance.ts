import { DISTANCES, firstDistance } from "@goaltrace/core/graph";
import type { Distance, Story } from "@goaltrace/core/graph";
import { readCookie, rememberPreference } from "../../../lib/preferences.ts";
import { FOLLOWED_COOKIE, withFollowed } from "./followed-runs.ts";

/**
 * Returns the distance at which the graph of a run opens. A run that someone has followed in this tab opens again as it was followed, unless it has
 * become too tall for that.
 */
export function openingDistance(
  story: Story,
  size: { readonly width: number; readonly height: number },
  run: { readonly id: string; readonly isWorking: boolean },
): Distance {
  const fitting = firstDistance(story, size, run);
  const followed = readDistance(run.id);
  return followed !== undefined && isFarther(followed, fitting) ? followed : fitting;
}

/**
 * Remembers in this tab the distance at which an active run was opened. That it was followed is known to the server for a year, as long as it is among
 * the last 40 of this browser.
 */
export function rememberDistance(traceId: string, distance: Distance): void {
  try {
    window.sessionStorage.setItem(keyOf(traceId), distance);
    const followed = withFollowed(readCookie(FOLLOWED_COOKIE), traceId);
    rememberPreference(FOLLOWED_COOKIE, followed);
  } catch {
    // Storage can be disabled or full; the distance is then not remembered.
  }
}

function readDistance(traceId: string): Distance | undefined {
  try {
    const stored = window.sessionStorage.getItem(keyOf(traceId));
    return DISTANCES.find((distance) => distance === stored);
  } catch {
    return undefined;
  }
}

function isFarther(one: Distance, other: Distance): boolean {
  return DISTANCES.indexOf(one) < DISTANCES.indexOf(other);
}

function keyOf(traceId: string): string {
  return `trace-distance.${traceId}`;
}
