import { GoaltraceError } from "@goaltrace/core";
import type { TraceStatus } from "@goaltrace/core/log";
import type { Scope, SkillUsage, SkillVersion } from "@goaltrace/core/ports";
import {
  applySkillFix,
  describeSkill,
  readSkill,
  skillLine,
  type SkillProblem,
  suggestSkillFix,
  unknownFiles,
  unknownTools,
} from "@goaltrace/core/skills";
import type { ShownSkill } from "@goaltrace/host";
import type { Runtime } from "../runtime.ts";

type Parts = Pick<Runtime, "stores" | "allSkills" | "clock" | "tokenizer" | "readAgents" | "tools">;

/** Uses are counted over this time. */
const USE_DAYS = 30;
const DAY_MS = 86_400_000;
const SHOWN_RUNS = 10;
/** Versions whose runs are looked up. */
const NAMED_VERSIONS = 50;

/** A skill in the list. */
export type ListedSkill = Pick<
  ShownSkill,
  | "id"
  | "name"
  | "layer"
  | "folder"
  | "path"
  | "description"
  | "isUsable"
  | "isCore"
  | "isReplaced"
  | "replaces"
  | "version"
> & { readonly warnings: number; readonly loads: number };

/** The skills of all layers with how often runs loaded them in the last 30 days. */
export async function listSkills(parts: Parts, scope: Scope): Promise<readonly ListedSkill[]> {
  const [skills, usage] = await Promise.all([readAll(parts, scope), readUsage(parts, scope)]);
  return skills.map((skill) => {
    const { id, name, layer, folder, path, description, isUsable, isCore, isReplaced, replaces, version } =
      skill;
    return {
      ...{ id, name, layer, folder, path, description, isUsable, isCore, isReplaced, replaces, version },
      warnings: skill.problems.length,
      loads: usageOf(skill, usage)?.loads ?? 0,
    };
  });
}

/** A run that loaded a skill. */
export type SkillRunLink = {
  readonly traceId: string;
  readonly task: string;
  readonly status: TraceStatus;
  readonly at: number;
};

/** A version with the run that wrote it, as far as the person can see that. */
export type ShownSkillVersion = SkillVersion & {
  readonly writtenIn: { readonly traceId: string; readonly task: string } | null;
};

/** One skill with everything its page shows. */
export type SkillDetail = {
  readonly skill: ShownSkill;
  readonly seen: SeenSkill;
  /** The initial text of a copy in the workspace, and its name: an allowed one in place of one that is refused. */
  readonly copy: { readonly name: string; readonly source: string };
  readonly usage: SkillUsage | null;
  /** The newest runs that loaded it, as far as the person can see them. */
  readonly runs: readonly SkillRunLink[];
  /** The newest first; none for a skill that is not stored in the workspace. */
  readonly versions: readonly ShownSkillVersion[];
  readonly people: Readonly<Record<string, string>>;
  readonly agents: readonly { readonly name: string; readonly isOffered: boolean }[];
};

/** A skill as a model sees it: its line in the list, and the text that is loaded, with their tokens. */
export type SeenSkill = {
  readonly line: string;
  readonly lineTokens: number;
  readonly loaded: string;
  readonly loadedTokens: number;
};

/** Reads a skill by its id in the list. Errors: NOT_FOUND. */
export async function readSkillDetail(parts: Parts, scope: Scope, id: string): Promise<SkillDetail> {
  const skill = await findSkill(parts, scope, id);
  const { skills, members } = parts.stores;
  const [usage, runs, { agents }, versions, withheld, people] = await Promise.all([
    readUsage(parts, scope),
    readRuns(parts, scope, skill),
    parts.readAgents({ workspaceId: scope.workspaceId, projectFolder: null }),
    skill.layer === "workspace" ? readVersions(parts, scope, skill.name) : [],
    skills.withheld(scope),
    members.list(scope.workspaceId),
  ]);
  const without = withheld.get(skill.name) ?? [];
  return {
    skill,
    seen: seenSkill(parts, skill),
    copy: copyOf(skill),
    usage: usageOf(skill, usage) ?? null,
    runs,
    versions,
    people: Object.fromEntries(people.map((member) => [member.personId, member.name])),
    agents: agents.map(({ name }) => ({ name, isOffered: !without.includes(name) })),
  };
}

type FixedText = { readonly to: string; readonly source: string };

/** A text that was checked. `name` and `seen` are null if no agent would get it. `fix`: the text without the problem, and the new word in it. */
export type CheckedText = {
  readonly problems: readonly (SkillProblem & { readonly fix: FixedText | null })[];
  readonly name: string | null;
  readonly seen: SeenSkill | null;
};

/** Returns the problems of the text of a SKILL.md, and the text as a model would see it. `name`: of the stored skill, null for a new one. */
export async function checkSkillText(
  parts: Parts,
  scope: Scope,
  { source, name }: { readonly source: string; readonly name: string | null },
): Promise<CheckedText> {
  const reading = readSkill(source, name ?? "");
  const { skill } = reading;
  const stored = (await parts.stores.skills.list(scope)).find((other) => other.name === name);
  const files = stored?.files ?? [];
  const known = { files: files.map(({ path }) => path), tools: parts.tools.tools.map((tool) => tool.name) };
  const withFix = (problem: SkillProblem): CheckedText["problems"][number] => ({
    ...problem,
    fix: fixText(source, problem, known),
  });
  // A new skill gets the folder of its name.
  const problems = reading.problems.filter(({ code }) => code !== "other_folder");
  if (skill === null) return { problems: problems.map(withFix), name: null, seen: null };
  const unknown = [
    ...unknownTools(source, { allowedTools: skill.allowedTools, tools: known.tools }),
    ...unknownFiles(source, known.files),
  ];
  const seen = seenSkill(parts, { ...skill, layer: "workspace", files });
  return { problems: [...problems, ...unknown].map(withFix), name: skill.name, seen };
}

function fixText(
  source: string,
  problem: SkillProblem,
  known: { readonly files: readonly string[]; readonly tools: readonly string[] },
): FixedText | null {
  const fix = suggestSkillFix(problem, known);
  return fix === null ? null : { to: fix.to, source: applySkillFix(source, fix) };
}

function copyOf({ name, source, problems }: ShownSkill): SkillDetail["copy"] {
  const known = { files: [], tools: [] };
  const fixed = problems.map((problem) => fixText(source, problem, known)).find((fix) => fix !== null);
  return fixed == null ? { name, source } : { name: fixed.to, source: fixed.source };
}

/** Finds a skill by its id in the list. Errors: NOT_FOUND. */
export async function findSkill(parts: Parts, scope: Scope, id: string): Promise<ShownSkill> {
  const skill = (await readAll(parts, scope)).find((candidate) => candidate.id === id);
  if (skill !== undefined) return skill;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such skill.",
    fix: "It may have been removed. Open the list of skills again.",
  });
}

async function readAll({ stores, allSkills }: Parts, scope: Scope): Promise<readonly ShownSkill[]> {
  return await allSkills.read(scope, await stores.folders.list(scope));
}

async function readUsage({ stores, clock }: Parts, scope: Scope): Promise<readonly SkillUsage[]> {
  return await stores.skills.usage(scope, clock.now() - USE_DAYS * DAY_MS);
}

async function readRuns(
  { stores }: Parts,
  scope: Scope,
  skill: ShownSkill,
): Promise<readonly SkillRunLink[]> {
  const { name, layer } = skill;
  const runs = await stores.skills.usingRuns(scope, { name, layer, limit: SHOWN_RUNS });
  const found = await Promise.all(
    runs.map(async ({ traceId, at }) => {
      const trace = await stores.traces.get(scope, traceId);
      return trace === undefined ? [] : [{ traceId, at, task: trace.task, status: trace.status }];
    }),
  );
  return found.flat();
}

async function readVersions(
  { stores }: Parts,
  scope: Scope,
  name: string,
): Promise<readonly ShownSkillVersion[]> {
  const versions = await stores.skills.versions(scope, name);
  const ids = versions.slice(0, NAMED_VERSIONS).flatMap(({ writer }) => writer?.traceId ?? []);
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => [id, await stores.traces.get(scope, id)] as const),
  );
  const known = new Map(found);
  return versions.map((version) => {
    const run = known.get(version.writer?.traceId ?? "");
    return { ...version, writtenIn: run === undefined ? null : { traceId: run.id, task: run.task } };
  });
}

function usageOf({ name, layer }: ShownSkill, usage: readonly SkillUsage[]): SkillUsage | undefined {
  return usage.find((used) => used.name === name && used.layer === layer);
}

function seenSkill(
  { tokenizer }: Pick<Parts, "tokenizer">,
  skill: Pick<ShownSkill, "name" | "description" | "layer" | "body" | "files">,
): SeenSkill {
  const [line, loaded] = [skillLine(skill), describeSkill(skill)];
  return { line, loaded, lineTokens: tokenizer.count(line), loadedTokens: tokenizer.count(loaded) };
}
