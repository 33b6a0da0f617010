import type { Trials } from "../ports/experience-store.ts";
import { wilsonInterval } from "./wilson.ts";

/** The difference that experiences make: the share of runs that work with them, less that without. All numbers are shares. */
export type Uplift = { readonly difference: number; readonly low: number; readonly high: number };

/**
 * The difference of two shares with its 95 % interval (Newcombe 1998, method 10, which joins the two Wilson intervals and holds for small samples
 * too). Null while one side has no runs.
 */
export function upliftOf(treated: Trials, heldOut: Trials): Uplift | null {
  if (treated.trials === 0 || heldOut.trials === 0) return null;
  const [first, second] = [treated.worked / treated.trials, heldOut.worked / heldOut.trials];
  const ofFirst = wilsonInterval(treated.worked, treated.trials);
  const ofSecond = wilsonInterval(heldOut.worked, heldOut.trials);
  const difference = first - second;
  return {
    difference,
    low: difference - Math.hypot(first - ofFirst.low, ofSecond.high - second),
    high: difference + Math.hypot(ofFirst.high - first, second - ofSecond.low),
  };
}
