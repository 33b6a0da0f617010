import type { OutlineEntry } from "../log/outline.ts";
import { goalCreated } from "./goal-operations.ts";
import { outlineLog } from "./outline-log.ts";

/** Writes a log of a shape with this many goals. */
type Shape = (goals: number) => readonly OutlineEntry[];

/** Every goal is the only sub-goal of the one before. */
export const chainLog: Shape = (goals) => {
  const log = outlineLog();
  for (let index = 0; index < goals; index += 1)
    log.goal(`g${index}`, index === 0 ? "root" : `g${index - 1}`);
  return log.entries;
};

/** All goals are sub-goals of the run. */
export const fanLog: Shape = (goals) => {
  const log = outlineLog();
  for (let index = 0; index < goals; index += 1) log.goal(`g${index}`);
  return log.entries;
};

/** Bands of ten groups of twelve goals. */
export const bandsLog: Shape = (goals) => {
  const log = outlineLog();
  for (let index = 0; index < goals; index += 1) {
    const band = `b${Math.floor(index / 120)}`;
    const group = `${band}.${Math.floor(index / 12)}`;
    if (index % 120 === 0) log.goal(band);
    if (index % 12 === 0) log.goal(group, band);
    log.goal(`g${index}`, group);
  }
  return log.entries;
};

/** A deep plan that is worked on from the bottom up. */
export const planFirstLog: Shape = (goals) => {
  const log = outlineLog();
  for (let index = 0; index < goals; index += 1)
    log.add({ k: "goals", ops: [goalCreated(`g${index}`, index === 0 ? "root" : `g${index - 1}`)] });
  for (let index = goals - 1; index >= 0; index -= 1) log.turn(`g${index}`);
  return log.entries;
};

/** Work that changes between two bands with every goal. */
export const returningLog: Shape = (goals) => {
  const log = outlineLog();
  log.goal("a");
  log.goal("b");
  for (let index = 0; index < goals; index += 1) log.goal(`g${index}`, index % 2 === 0 ? "a" : "b");
  return log.entries;
};
