// npm run mutate [-- --sample 1500 --seed 1 --folder packages/core/src/log]: how many of the bugs planted into the sources do the unit tests notice?
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  appendFileSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { binary, inCheckout, loadEnvironment } from "./lib/checkout.mjs";
import { ensureGenerated } from "./lib/generate.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/step.mjs";
import { judgeLoaded } from "./mutation/judge-loaded.mjs";
import { drawMutants } from "./mutation/mutants.mjs";
import { mutationReport } from "./mutation/report.mjs";
import { VERDICTS, readVerdicts } from "./mutation/verdicts.mjs";

const FOLDERS = [
  ...["log", "loop", "goals", "compaction", "guards", "graph"].map((room) => `packages/core/src/${room}`),
  "packages/tools/src",
];
/** Quick tests judge first, so that slow ones meet only the mutants that are left. Milliseconds. */
const PASSES = [
  { name: "quick", fromMs: 0, toMs: 40, patienceMs: Infinity, records: true },
  { name: "medium", fromMs: 40, toMs: 400, patienceMs: 20_000, records: false },
  { name: "slow", fromMs: 400, toMs: 8_000, patienceMs: 20_000, records: false },
];
const SHARDS = 2;
/** A process that judges one mutant for this long hangs in it. */
const STUCK_MS = 90_000;
const WATCH_EVERY_MS = 1_000;

/** One vitest process; ends with it, or kills it when it is stuck in one mutant. Resolves to whether it ran to its end. */
async function judgeOnce(pass, shard) {
  const current = `.cache/mutation/current-${shard}.json`;
  writeFileSync(inCheckout(current), "");
  const parameters = [
    binary("vitest/vitest.mjs"),
    ...["run", "--config", inCheckout("scripts/mutation/vitest.config.mjs"), `--shard=${shard}/${SHARDS}`],
  ];
  const child = spawn(process.execPath, parameters, {
    cwd: inCheckout(),
    stdio: process.env.MUTATION_DEBUG ? "inherit" : "ignore",
    // Its worker must not outlive it in an endless loop.
    detached: true,
    env: {
      ...process.env,
      MUTATION_CURRENT: current,
      MUTATION_PASS: JSON.stringify({ ...pass, patienceMs: Math.min(pass.patienceMs, 1e9) }),
    },
  });
  const ended = new Promise((resolve) => child.once("exit", () => resolve(true)));
  for (;;) {
    if (await Promise.race([ended, sleep(WATCH_EVERY_MS, false)])) return true;
    const text = readFileSync(inCheckout(current), "utf8");
    if (text === "" || Date.now() - statSync(inCheckout(current)).mtimeMs < STUCK_MS) continue;
    process.kill(-child.pid, "SIGKILL");
    const { mutant, test } = JSON.parse(text);
    appendFileSync(
      inCheckout(VERDICTS),
      `${JSON.stringify({ mutant, verdict: "hung", test, ms: STUCK_MS })}\n`,
    );
    await ended;
    return false;
  }
}

async function judge(pass, shard) {
  while (!(await judgeOnce(pass, shard)));
}

await main(async () => {
  process.chdir(inCheckout());
  loadEnvironment();
  const { values } = parseArgs({
    options: {
      sample: { type: "string", default: "1500" },
      seed: { type: "string", default: "1" },
      folder: { type: "string", multiple: true },
      resume: { type: "boolean", default: false },
    },
  });
  await ensureInstalled();
  await ensureGenerated();
  const planFile = inCheckout(".cache/mutation/plan.json");
  if (!values.resume || !existsSync(planFile)) {
    mkdirSync(path.dirname(planFile), { recursive: true });
    rmSync(inCheckout(VERDICTS), { force: true });
    const plan = await drawMutants({
      folders: values.folder ?? FOLDERS,
      size: Number(values.sample),
      seed: Number(values.seed),
    });
    writeFileSync(planFile, JSON.stringify(plan));
  }
  const plan = JSON.parse(readFileSync(planFile, "utf8"));
  console.log(`${plan.mutants.length} of ${plan.total} mutants`);
  for (const pass of PASSES) {
    await Promise.all(Array.from({ length: SHARDS }, (_, index) => judge(pass, index + 1)));
    const { dead } = readVerdicts();
    const killed = plan.mutants.filter(({ id }) => dead.has(id)).length;
    console.log(`${pass.name} tests: ${killed} of ${plan.mutants.length} killed so far`);
  }
  const { broken, dead, covered, loaded, spentMs } = readVerdicts();
  const judgedBefore = ({ id }) => dead.has(id) || (!covered.has(id) && spentMs.has(id));
  await judgeLoaded(
    plan.mutants.filter((mutant) => loaded.has(mutant.id) && !judgedBefore(mutant)),
    SHARDS,
  );
  if (broken.size > 0) throw new Error(`these tests fail without any mutant:\n${[...broken].join("\n")}`);
  const { text, table } = mutationReport(plan, readVerdicts());
  writeFileSync(inCheckout(".cache/mutation/report.md"), text);
  console.log(`${table}\n\nSurvivors: .cache/mutation/report.md`);
});
