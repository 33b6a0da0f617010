import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../../apps/cli/test/support/mock-model.ts";
import { goaltrace, type Outcome } from "../../apps/cli/test/support/process.ts";
import { IS_SOAK } from "../../apps/cli/test/support/soak.ts";
import { openOwnWorld, type World } from "../../apps/cli/test/support/world.ts";
import { type CliInput, cliInputs } from "./cli-inputs.ts";
import { fewStrings, HAS_CORPORA, readCorpora, spreadStrings } from "./corpora.ts";
import { countRows, listFiles, rowChanges } from "./world-state.ts";

const TIMEOUT_MS = 3_600_000;
const COMMAND_LIMIT_MS = 120_000;
const CONCURRENCY = 3;
/** Each string costs a process, so every input gets few strings: in `npm test` one for every sixth input. */
const SHORT_EVERY = 6;
/** Of the strings of an argument, one of this many gets a process; other arguments get others. */
const CORPORA_SHARE = 40;
/** How many refused commands run once more. */
const REPEATED = IS_SOAK ? 30 : 3;
/** Refused before anything was done. */
const USAGE_CODES = new Set([2, 3]);

let world: World;
let model: MockModel;
let project = "";
let inputs: readonly CliInput[] = [];

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startMockModel(() => ({ text: "Done." }));
  project = path.join(world.folder, "project");
  await mkdir(path.join(project, "sub"), { recursive: true });
  await writeFile(path.join(project, "sub", "notes.txt"), "kept");
  const messages = path.join(world.folder, "messages.json");
  await writeFile(messages, JSON.stringify([{ role: "user", content: "Hello" }]));
  const first = await goaltrace(
    ["run", "--json", "--folder", project, "Hello"],
    world.variables(model.baseUrl),
  );
  const trace = (JSON.parse(first.stdout.split("\n")[0] ?? "") as { traceId: string }).traceId;
  const file = path.join(world.folder, "trace.jsonl");
  await writeFile(file, (await goaltrace(["export", trace], world.variables(model.baseUrl))).stdout);
  const known: Readonly<Record<string, () => string>> = {
    ...{ trace: () => trace, file: () => file, in: () => messages, window: () => "32000" },
    email: () => `${randomUUID()}@example.com`,
    password: () => "correct-horse-battery",
    name: () => randomUUID(),
  };
  inputs = await cliInputs((name) => known[name]?.() ?? "Hello");
});
afterAll(async () => {
  await model?.close();
  await world?.close();
});

/** Runs a command in the project folder. A text that no process can receive gives null. */
async function attack(commandArguments: readonly string[]): Promise<Outcome | null> {
  if (commandArguments.some((text) => text.includes("\0"))) return null;
  const child = spawn(
    process.execPath,
    [path.join(process.env.GOALTRACE_TEST_PROGRAMS ?? "", "goaltrace.cjs"), ...commandArguments],
    {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: world.folder, ...world.variables(model.baseUrl) },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: COMMAND_LIMIT_MS,
    },
  );
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (stdout += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (stderr += piece));
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Returns what is wrong with the end of a command that got `text`; null when nothing is. */
function problemOf(text: string, { code, stderr }: Outcome): string | null {
  if (code === null) return "killed";
  if (code > Math.max(...USAGE_CODES)) return `exit code ${code}`;
  const shown = stderr.slice(0, 300);
  if (/\n\s+at .*[/(]/.test(stderr)) return `a stack: ${shown}`;
  // Errors repeat what they refuse.
  const own = stderr.replaceAll(text, "").replaceAll(JSON.stringify(text), "");
  return /INTERNAL|unexpected error/i.test(own) ? `an internal error: ${shown}` : null;
}

type Shot = { readonly input: CliInput; readonly text: string };

/** Runs the commands, checks their ends and effects, and returns what was wrong. */
async function attackAll(shots: readonly Shot[], source: string): Promise<readonly string[]> {
  const { pool } = world.database;
  const faults: string[] = [];
  const codes: Record<string, number> = {};
  const files = await listFiles([project]);
  const refused: Shot[] = [];
  const runAll = async (left: Shot[], onEnd: (shot: Shot, outcome: Outcome) => void): Promise<void> => {
    const runNext = async (): Promise<void> => {
      for (let shot = left.pop(); shot !== undefined; shot = left.pop()) {
        const outcome = await attack(shot.input.withText(shot.text));
        if (outcome !== null) onEnd(shot, outcome);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, runNext));
  };
  const before = await countRows(pool);
  await runAll([...shots], (shot, outcome) => {
    codes[String(outcome.code)] = (codes[String(outcome.code)] ?? 0) + 1;
    const problem = problemOf(shot.text, outcome);
    if (problem !== null)
      faults.push(`${shot.input.name}: ${problem}: ${JSON.stringify(shot.text).slice(0, 200)}`);
    if (outcome.code !== null && USAGE_CODES.has(outcome.code)) refused.push(shot);
  });
  const changed = rowChanges(before, await countRows(pool));
  for (const [table, change] of Object.entries(changed))
    if (change < 0) faults.push(`${change} rows of ${table}`);
  expect(await listFiles([project])).toEqual(files);
  process.stdout.write(
    `${source}: ${shots.length} commands over ${inputs.length} arguments, exit codes ${JSON.stringify(codes)}, new rows ${JSON.stringify(changed)}\n`,
  );
  // Once more, all together: refused commands store nothing.
  const unchanged = await countRows(pool);
  await runAll(refused.slice(0, REPEATED), () => undefined);
  expect(rowChanges(unchanged, await countRows(pool))).toEqual({});
  return faults;
}

describe("hostile texts on the command line", () => {
  it(
    "end each command with its exit code and without an effect: a few in its arguments",
    async () => {
      const { strings, source } = fewStrings;
      const every = IS_SOAK ? 1 : SHORT_EVERY;
      const shots = inputs.flatMap((input, index) => {
        const text = strings[Math.floor(index / every) % strings.length];
        return index % every === 0 && text !== undefined ? [{ input, text }] : [];
      });
      expect(await attackAll(shots, source)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!HAS_CORPORA)(
    "end each command with its exit code and without an effect: public corpora over its arguments",
    async () => {
      const attack = await readCorpora();
      const spread = spreadStrings(attack, inputs.length);
      const shots = inputs.flatMap((input, index) =>
        (spread[index] ?? [])
          .filter((_, at) => (at + index) % CORPORA_SHARE === 0)
          .map((text) => ({ input, text })),
      );
      expect((await attackAll(shots, attack.source)).slice(0, 40)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
