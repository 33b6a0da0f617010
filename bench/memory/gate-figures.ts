import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkEntry } from "../../packages/core/src/memory/gates/check-entry.ts";
import type { Figure } from "../figure.ts";

/** A labeled proposal of a recorded set: accepted, rejected for a reason, or rejected with a date in place of a phrase. */
type GateCase = {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly saved_at: string;
  readonly accept: boolean | "convert-or-reject";
  readonly reason?: string;
  readonly must_become?: string;
};

/** Measures how many labeled proposals the gates decide as labeled, for the same reason and with the same date. */
export function gateFigures(dataFolder: string | null): readonly Figure[] {
  const folder = path.join(dataFolder ?? "", "memory");
  if (dataFolder === null || !existsSync(folder)) return [];
  const cases = readdirSync(folder)
    .filter((file) => /^write-gates-.*\.jsonl$/u.test(file))
    .flatMap((file) => readFileSync(path.join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as GateCase);
  const right = cases.filter(isDecidedAsLabeled).length;
  const what = `write proposals decided wrongly (n ${cases.length}, seen while writing the gates)`;
  return [{ what, unit: "", value: cases.length - right, bound: { better: "lower", floor: 0, goal: 0 } }];
}

function isDecidedAsLabeled({ entry, saved_at, accept, reason, must_become }: GateCase): boolean {
  const checked = checkEntry(entry, Date.parse(saved_at));
  if (checked.accepted || accept === true) return checked.accepted && accept === true;
  return checked.problems.some(
    ({ gate, instead }) => gate === reason && (must_become === undefined || instead === must_become),
  );
}
