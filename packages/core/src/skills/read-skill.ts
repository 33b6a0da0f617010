import { cutText } from "../foreign-text.ts";
import { findHiddenText } from "./find-hidden-text.ts";
import { type FrontMatter, parseFrontMatter, type SkillField } from "./parse-front-matter.ts";
import { isRefusal, isValidFormat, type SkillProblem, type SkillProblemCode } from "./skill-problem.ts";
import { splitFrontMatter } from "./split-front-matter.ts";
import { LONG_BODY_LINES, SKILL_FORMAT, SKILL_LIMITS } from "./tunables.ts";

/** The parts of a SKILL.md that agents get. */
export type SkillText = {
  readonly name: string;
  readonly description: string;
  /** The instructions, as Markdown. */
  readonly body: string;
  readonly license: string;
  /** Names of tools, as the skill lists them. They are shown to people and give no right. */
  readonly allowedTools: readonly string[];
};

/** A SKILL.md that was read. `skill` is null if it is refused. `isValidFormat`: the verdict of the public validator. */
export type SkillReading = {
  readonly skill: SkillText | null;
  readonly problems: readonly SkillProblem[];
  readonly isValidFormat: boolean;
};

/** Characters of the names of unknown fields that a problem lists. */
const NAMED_FIELDS = 200;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
/** Names that the public validator allows, after Unicode normalization. */
const FORMAT_NAME = /^[\p{L}\p{N}-]+$/u;
const FIELDS: ReadonlySet<string> = new Set([
  ...["name", "description", "license", "allowed-tools", "metadata", "compatibility"],
]);

/**
 * Reads a SKILL.md leniently: whatever can be understood is used, with a warning for what the public format forbids. A name that could be mistaken
 * for a path or another name, and a skill without a description, are refused. `folder`: the name of the skill's folder.
 */
export function readSkill(source: string, folder: string): SkillReading {
  if (source.includes("\uFFFD")) return refused("not_utf8");
  const split = splitFrontMatter(source);
  if (split.kind !== "split") return refused(split.kind);
  if (split.lenient.length > SKILL_LIMITS.frontMatterCharacters) return refused("long_front_matter");
  const lenient = parseFrontMatter(split.lenient);
  const name = nameOf(lenient, folder);
  const description = lenient.fields.get("description")?.text.trim() ?? "";
  const problems = [
    ...(split.hasMark ? [{ code: "byte_order_mark" as const, line: null, found: "" }] : []),
    ...[...formatProblems(lenient, folder), ...earlyEnd(split), ...bodyProblems(split.body)].map(inFile),
    ...findHiddenText(source),
    // An escape in YAML is written with plain characters.
    ...findHiddenText(description).map(({ code, found }) => ({ code, line: null, found })),
  ].filter(isFirstOfCode);
  const isRefused = problems.some((problem) => isRefusal(problem)) || description === "" || !NAME.test(name);
  const allowedTools = lenient.fields.get("allowed-tools")?.text ?? "";
  return {
    problems,
    isValidFormat: !split.hasMark && isValidFormat(formatProblems(readStrict(split, lenient), folder)),
    skill: isRefused
      ? null
      : {
          ...{ name, description, body: split.body },
          license: lenient.fields.get("license")?.text ?? "",
          allowedTools: allowedTools.split(/[\s,]+/u).filter((tool) => tool !== ""),
        },
  };
}

function refused(code: SkillProblemCode): SkillReading {
  return { skill: null, problems: [{ code, line: null, found: "" }], isValidFormat: false };
}

/** Reads the front matter as the public validator does, which rejects control characters. */
function readStrict(
  { strict, lenient: text }: { readonly strict: string; readonly lenient: string },
  lenient: FrontMatter,
): FrontMatter {
  const { fields, problems } = strict.trim() === text.trim() ? lenient : parseFrontMatter(strict);
  const hasControl = findHiddenText(strict).some(({ code }) => code === "control_characters");
  return hasControl
    ? { fields, problems: [...problems, { code: "broken_yaml", line: 1, found: "" }] }
    : { fields, problems };
}

function isFirstOfCode({ code }: SkillProblem, index: number, all: readonly SkillProblem[]): boolean {
  return all.findIndex((other) => other.code === code) === index;
}

/** The lines of front matter are counted after the line that opens it. */
function inFile(problem: SkillProblem): SkillProblem {
  return problem.line === null ? problem : { ...problem, line: problem.line + 1 };
}

function nameOf({ fields }: FrontMatter, folder: string): string {
  const name = fields.get("name")?.text.trim() ?? "";
  return name === "" ? folder : name;
}

/** Problems that the public validator finds in front matter, and those that are refused beyond that. */
function formatProblems({ fields, problems }: FrontMatter, folder: string): readonly SkillProblem[] {
  const unknown = [...fields].filter(([name]) => !FIELDS.has(name));
  const [first] = unknown;
  return [
    ...problems,
    ...(first === undefined
      ? []
      : [
          problem(
            "unknown_fields",
            first[1],
            cutText(unknown.map(([name]) => name).join(", "), NAMED_FIELDS),
          ),
        ]),
    ...nameProblems(fields.get("name"), folder),
    ...descriptionProblems(fields.get("description")),
    ...compatibilityProblems(fields.get("compatibility")),
  ];
}

function nameProblems(field: SkillField | undefined, folder: string): readonly SkillProblem[] {
  const name = field?.text.trim().normalize("NFKC") ?? "";
  if (field === undefined || field.kind !== "text" || name === "") {
    const usable = problem("no_name", field, folder);
    return NAME.test(folder) ? [usable] : [usable, problem("bad_name", field, folder)];
  }
  const isFormat = FORMAT_NAME.test(name) && name === name.toLowerCase() && !/^-|-$|--/u.test(name);
  return [
    ...(lengthOf(name) > SKILL_FORMAT.name ? [problem("long_name", field, name)] : []),
    ...(isFormat ? [] : [problem("bad_name", field, name)]),
    ...(isFormat && !NAME.test(field.text.trim()) ? [problem("foreign_name", field, name)] : []),
    ...(folder.normalize("NFKC") === name ? [] : [problem("other_folder", field, folder)]),
  ];
}

function descriptionProblems(field: SkillField | undefined): readonly SkillProblem[] {
  if (field === undefined || field.text.trim() === "") return [problem("no_description", field, "")];
  return [
    ...(field.kind === "text" ? [] : [problem("list_description", field, field.text)]),
    ...(lengthOf(field.text) > SKILL_FORMAT.description
      ? [problem("long_description", field, String(lengthOf(field.text)))]
      : []),
  ];
}

function compatibilityProblems(field: SkillField | undefined): readonly SkillProblem[] {
  if (field === undefined) return [];
  const isGood = field.kind === "text" && lengthOf(field.text) <= SKILL_FORMAT.compatibility;
  return isGood ? [] : [problem("bad_compatibility", field, String(lengthOf(field.text)))];
}

/** The public validator ends front matter at any three hyphens. */
function earlyEnd({
  strict,
  lenient,
}: {
  readonly strict: string;
  readonly lenient: string;
}): readonly SkillProblem[] {
  if (strict.trim() === lenient.trim()) return [];
  return [{ code: "early_end", line: strict.split("\n").length - 1, found: "---" }];
}

function bodyProblems(body: string): readonly SkillProblem[] {
  const lines = body.split("\n").length;
  return [
    ...(body === "" ? [{ code: "no_body" as const, line: null, found: "" }] : []),
    ...(lines > LONG_BODY_LINES ? [{ code: "long_body" as const, line: null, found: String(lines) }] : []),
  ];
}

/** Counts characters as the public validator does. */
function lengthOf(text: string): number {
  return [...text].length;
}

function problem(code: SkillProblemCode, field: SkillField | undefined, found: string): SkillProblem {
  return { code, line: field?.line ?? null, found };
}
