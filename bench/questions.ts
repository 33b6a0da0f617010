import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PermissionRule } from "@goaltrace/core/permissions";
import { createSandbox, type Sandbox } from "@goaltrace/tools";
import { inCheckout } from "../scripts/lib/checkout.mjs";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { type Asked, askedIn, type Habit } from "./questions/ask-session.ts";
import { readSession, type RecordedTask } from "./questions/read-session.ts";

/** Questions to a person for 100 calls. */
const FLOOR = 5;
const GOAL = 5;
const LIST = inCheckout(".cache/questions.md");

const NO_SANDBOX: Sandbox = {
  report: async () => ({ strength: "none", reason: "left out for comparison" }),
  wrap: async () => null,
};

type Task = { readonly name: string; readonly recorded: RecordedTask };

/**
 * Counts how often the calls of recorded coding sessions would ask a person, in the mode that asks and without rules. The sessions come from the
 * folder `tasks` of the data folder, one folder for each repository; without it nothing is measured. Every question, with its reason, is written
 * to `.cache/questions.md`.
 */
export const questions: Benchmark = async ({ dataFolder }) => {
  const tasks = readTasks(dataFolder);
  if (tasks.length === 0) {
    console.log("questions: skipped, no recorded tasks (--data FOLDER with tasks/REPOSITORY/*)");
    return [];
  }
  const sandbox = createSandbox();
  const report = await sandbox.report();
  if (report.strength !== "enforcing") {
    console.log("questions: skipped, the sandbox of this machine does not enforce");
    return [];
  }
  const enforced = await measure(tasks, sandbox, "remembers");
  writeList(enforced);
  const calls = tasks.reduce((sum, { recorded }) => sum + recorded.calls.length, 0);
  const foreign = tasks.reduce((sum, { recorded }) => sum + recorded.foreign.length, 0);
  const per100 = (all: readonly Asked[]): number =>
    (all.filter(({ isRefused }) => !isRefused).length / calls) * 100;
  const refused = flat(enforced).filter(({ isRefused }) => isRefused).length;
  const figures: Figure[] = [
    plainFigure("recorded tasks", "", tasks.length),
    plainFigure("calls", "", calls),
    plainFigure("calls of tools that have no counterpart here, not counted", "", foreign),
    atMost(
      { what: "sandbox enforcing: questions per 100 calls", unit: "", value: per100(flat(enforced)) },
      FLOOR,
      GOAL,
    ),
  ];
  figures.push(
    plainFigure(
      "sandbox enforcing: calls refused without a question, per 100 calls",
      "",
      (refused / calls) * 100,
    ),
  );
  for (const habit of [
    "remembers-kinds",
    "remembers-programs",
    "remembers-edits",
    "never-remembers",
  ] as const)
    figures.push(
      plainFigure(
        `sandbox enforcing, ${HABITS[habit]}`,
        "",
        per100(flat(await measure(tasks, sandbox, habit))),
      ),
    );
  for (const habit of ["remembers", "remembers-kinds", "remembers-edits", "never-remembers"] as const)
    figures.push(
      plainFigure(`no sandbox, ${HABITS[habit]}`, "", per100(flat(await measure(tasks, NO_SANDBOX, habit)))),
    );
  return figures;
};

const HABITS: Readonly<Record<Habit, string>> = {
  remembers: "questions per 100 calls",
  "remembers-kinds": 'the wider "Always" when a kind of command asks again: questions per 100 calls',
  "remembers-programs": 'the widest "Always" for programs: questions per 100 calls',
  "remembers-edits": '"Always" for file changes only: questions per 100 calls',
  "never-remembers": 'never "Always": questions per 100 calls',
};

type TaskQuestions = { readonly task: Task; readonly asked: readonly Asked[] };

async function measure(
  tasks: readonly Task[],
  sandbox: Sandbox,
  habit: Habit,
): Promise<readonly TaskQuestions[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "questions-"));
  try {
    const all: TaskQuestions[] = [];
    for (const task of tasks) {
      const rules: PermissionRule[] = [];
      all.push({ task, asked: await askedIn(task.recorded, { folder, sandbox, habit, rules }) });
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function flat(all: readonly TaskQuestions[]): readonly Asked[] {
  return all.flatMap(({ asked }) => asked);
}

function readTasks(dataFolder: string | null): readonly Task[] {
  if (dataFolder === null) return [];
  const root = path.join(dataFolder, "tasks");
  const repositories = readdirSync(root).toSorted();
  return repositories.flatMap((repository) =>
    readdirSync(path.join(root, repository))
      .toSorted()
      .map((file) => ({
        name: `${repository}/${file}`,
        recorded: readSession(readFileSync(path.join(root, repository, file), "utf8")),
      })),
  );
}

function writeList(all: readonly TaskQuestions[]): void {
  const lines = all.flatMap(({ task, asked }) => [
    `\n## ${task.name}: ${asked.filter(({ isRefused }) => !isRefused).length} of ${task.recorded.calls.length}\n`,
    ...asked.map(
      ({ call, reason, isRefused }) =>
        `- ${isRefused ? "(refused) " : ""}\`${call.replaceAll("\n", "⏎")}\` — ${reason}`,
    ),
  ]);
  mkdirSync(path.dirname(LIST), { recursive: true });
  writeFileSync(LIST, `# Questions\n${lines.join("\n")}\n`);
}
