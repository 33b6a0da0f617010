import { Z_95 } from "./tunables.ts";

/** The bounds of a share, 0 to 1. */
export type Interval = { readonly low: number; readonly high: number };

/** The 95 % interval of the share of trials that work (Wilson 1927). Without trials everything is possible: 0 to 1. */
export function wilsonInterval(worked: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = worked / trials;
  const square = Z_95 * Z_95;
  const scale = 1 + square / trials;
  const center = (share + square / (2 * trials)) / scale;
  const half = (Z_95 * Math.sqrt((share * (1 - share) + square / (4 * trials)) / trials)) / scale;
  return {
    low: worked === 0 ? 0 : Math.max(0, center - half),
    high: worked === trials ? 1 : Math.min(1, center + half),
  };
}
