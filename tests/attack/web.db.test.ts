import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_SOAK } from "../../apps/cli/test/support/soak.ts";
import type { AttackInput } from "./attack-input.ts";
import { type AttackedWorld, createAttackedWorld } from "./attacked-world.ts";
import { fewStrings, HAS_CORPORA, readCorpora, spreadStrings } from "./corpora.ts";
import { type AttackReport, newReport, printReport, sendAttack } from "./send-attack.ts";
import { restInputs, routeInputs, trpcInputs } from "./web-inputs.ts";
import { countRows, listFiles, type RowCounts, rowChanges, workspaceDigest } from "./world-state.ts";

const SURFACES = [
  ["tRPC", trpcInputs],
  ["REST", restInputs],
  ["exchange and sign-in", routeInputs],
] as const;
/** No query of the product takes this long. A text that makes the database sleep does. */
const MAX_ANSWER_MS = 15_000;
const TIMEOUT_MS = 3_600_000;
const FIRST_FAULTS = 40;
/** One string for each input: each of the 26 goes to many inputs, and neighbors get different ones. */
const SHORT_SHARE = 26;

/** Deletes, because truncating creates a file for each table. */
const RESET_LIMITS = "delete from call_count; delete from rate_limit; delete from sign_in_attempt";

let world: AttackedWorld;
beforeAll(async () => {
  world = await createAttackedWorld(process.env.DATABASE_URL ?? "");
});
afterAll(async () => world.close());

/** Empties the counters of requests: the attack sends more than a person or a key may. */
async function resetLimits(): Promise<void> {
  await world.access.database.pool.query(RESET_LIMITS);
}

/** The most rows that one valid request adds to or takes from each table, by the valid request that inputs share. */
type ValidChanges = Map<AttackInput["sendValid"], Record<string, number>>;

type Progress = {
  readonly report: AttackReport;
  readonly valid: ValidChanges;
  /** The number of rows of each table now. */
  counts: RowCounts;
};

/** Counts the rows again, and returns the tables whose number of rows has changed since they were last counted. */
async function changesSince(progress: Progress): Promise<RowCounts> {
  const before = progress.counts;
  progress.counts = await countRows(world.access.database.pool);
  return rowChanges(before, progress.counts);
}

async function measureValid(
  progress: Progress,
  input: AttackInput,
  send: () => Promise<Response> | null,
): Promise<void> {
  const response = await send();
  await response?.body?.cancel();
  const known = progress.valid.get(input.sendValid) ?? {};
  for (const [table, change] of Object.entries(await changesSince(progress)))
    known[table] = Math.max(Math.abs(change), known[table] ?? 0);
  progress.valid.set(input.sendValid, known);
}

/** Attacks one input. Texts may change only what valid requests change, at most as much each, and nothing when they are refused. */
async function attackInput(input: AttackInput, texts: readonly string[], progress: Progress): Promise<void> {
  const { report, valid } = progress;
  await resetLimits();
  if (!valid.has(input.sendValid)) await measureValid(progress, input, input.sendValid);
  const successes = await sendAttack(input, texts, report);
  const changes = await changesSince(progress);
  const faults = (): readonly string[] =>
    Object.entries(changes).flatMap(([table, change]) =>
      Math.abs(change) <= (valid.get(input.sendValid)?.[table] ?? 0) * successes
        ? []
        : [`${input.name}: ${change} rows of ${table} after ${successes} successes`],
    );
  if (faults().length > 0) await measureValid(progress, input, () => input.send(`benign ${randomUUID()}`));
  report.faults.push(...faults());
}

async function attackAll(
  inputs: readonly AttackInput[],
  source: string,
  /** The strings of each input. */
  spread: readonly (readonly string[])[],
): Promise<AttackReport> {
  const { access, folders } = world;
  const { pool } = access.database;
  const [theirs, files] = [await workspaceDigest(pool, access.slugs.theirs), await listFiles(folders)];
  const report = newReport();
  const progress: Progress = { report, valid: new Map(), counts: await countRows(pool) };
  for (const [index, input] of inputs.entries()) await attackInput(input, spread[index] ?? [], progress);
  expect(await workspaceDigest(pool, access.slugs.theirs)).toBe(theirs);
  expect(await listFiles(folders)).toEqual(files);
  printReport(report, `${source}, ${inputs.length} inputs`);
  return report;
}

describe("hostile texts in requests", () => {
  it.each(SURFACES)(
    "are answered without an error of the server, an effect or a reflection: a few in every input of %s",
    async (_, inputsOf) => {
      const inputs = inputsOf(world);
      const share = IS_SOAK ? 1 : SHORT_SHARE;
      // Neighbors get different ones.
      const spread = inputs.map((_, index) =>
        fewStrings.strings.filter((__, at) => (at + index) % share === 0),
      );
      const report = await attackAll(inputs, fewStrings.source, spread);
      expect(report.faults.slice(0, FIRST_FAULTS)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!HAS_CORPORA).each(SURFACES)(
    "are answered without an error of the server, an effect or a reflection: public corpora over the inputs of %s",
    async (_, inputsOf) => {
      const inputs = inputsOf(world);
      const attack = await readCorpora();
      const report = await attackAll(inputs, attack.source, spreadStrings(attack, inputs.length));
      expect(report.faults.slice(0, FIRST_FAULTS)).toEqual([]);
      expect(report.slowestMs, report.slowestInput).toBeLessThan(MAX_ANSWER_MS);
    },
    TIMEOUT_MS,
  );
});
