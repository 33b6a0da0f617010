import path from "node:path";
import { fileURLToPath } from "node:url";
import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";
import { type FileRules, readFileRules } from "../folders/file-rules.ts";

const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? undefined : value.trim()));
const url = text.refine(
  (value) => value === undefined || /^https?:\/\//.test(value),
  "must begin with http:// or https://",
);

const SCHEMA = z.object({
  DATABASE_URL: text.refine(
    (value) => value === undefined || /^postgres(ql)?:\/\//.test(value),
    "must begin with postgresql://",
  ),
  GOALTRACE_HOME: text,
  GOALTRACE_SECRET: text.refine(
    (value) => value === undefined || value.length >= 32,
    "must have at least 32 characters",
  ),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: url,
  DEEPSEEK_API_KEY: text,
  GOALTRACE_MODEL: text,
  GOALTRACE_MODEL_CALLS: text.refine(
    (value) => value === undefined || /^[1-9]\d{0,3}$/.test(value),
    "must be a number from 1 to 9999",
  ),
  HOME: text,
});

/** The checkout that this process runs from. */
export const CHECKOUT = fileURLToPath(new URL("../../../..", import.meta.url));

/** The settings of a process, read from its environment variables. */
export type Environment = {
  readonly databaseUrl: string | null;
  /** Absolute path of the folder with the server's state and secrets. */
  readonly home: string;
  readonly secret: string | null;
  /** The home folder of the person who started the process, for `~/.agents/AGENTS.md`. */
  readonly personHome: string | null;
  /** The raw variables, whose secrets must not appear in any log. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>;
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
  /** The rules for files and folders of a server process. */
  readonly files: FileRules;
};

/** Reads and validates the environment. Throws CONFIGURATION_INVALID naming every invalid variable. */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const parsed = SCHEMA.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .map((issue) => `${issue.path.join(".")} ${issue.message}`)
      .join("; ");
    throw new GoaltraceError({
      code: "CONFIGURATION_INVALID",
      message: problems,
      fix: "Fix these environment variables; .env.example describes each of them.",
    });
  }
  const { DATABASE_URL, GOALTRACE_HOME, GOALTRACE_SECRET, HOME, ...modelVariables } = parsed.data;
  const home = path.resolve(CHECKOUT, GOALTRACE_HOME ?? ".data");
  return {
    databaseUrl: DATABASE_URL ?? null,
    home,
    files: readFileRules(variables, { checkout: CHECKOUT, home }),
    secret: GOALTRACE_SECRET ?? null,
    personHome: HOME ?? null,
    secretVariables: variables,
    modelVariables,
  };
}
