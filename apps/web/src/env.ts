import path from "node:path";
import { z } from "zod";

/** An empty variable counts as unset, because that is the meaning of `KEY=` in an env file. */
const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? null : value.trim()));
const optionalUrl = optional.refine(
  (value) => value === null || /^https?:\/\//.test(value),
  "must be an http or https URL",
);

/** A stolen session cookie is valid for a month at most, and people sign in only twelve times a year. */
const DEFAULT_SESSION_DAYS = 30;

const SCHEMA = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL"),
  GOALTRACE_HOME: optional,
  GOALTRACE_SECRET: optional.refine(
    (value) => value === null || value.length >= 32,
    "must have at least 32 characters",
  ),
  GOALTRACE_URL: optionalUrl,
  GOALTRACE_TRUST_PROXY: optional.refine(
    (value) => value === null || value === "0" || value === "1",
    "must be 1 (the server is behind your own proxy) or 0",
  ),
  GOALTRACE_SESSION_DAYS: optional.refine(
    (value) => value === null || (/^\d{1,4}$/.test(value) && Number(value) >= 1),
    "must be a whole number of days, at least 1",
  ),
  GOALTRACE_METRICS_TOKEN: optional.refine(
    (value) => value === null || value.length >= 16,
    "must have at least 16 characters",
  ),
  GOALTRACE_ADMIN_EMAIL: optional,
  GOALTRACE_ADMIN_PASSWORD: optional,
  GOALTRACE_MODEL: optional,
  GOALTRACE_MODEL_CALLS: optional.refine(
    (value) => value === null || /^[1-9]\d{0,3}$/.test(value),
    "must be a number from 1 to 9999",
  ),
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: optionalUrl,
  DEEPSEEK_API_KEY: optional,
  HOST: optional,
  PORT: optional.refine((value) => value === null || /^\d{1,5}$/.test(value), "must be a port number"),
});

/** The configuration of the web process. Null means unset. */
export type Environment = {
  readonly databaseUrl: string;
  /** Absolute path of the folder with the server's state and secrets. */
  readonly home: string;
  readonly secret: string | null;
  /** The public URL, if it differs from the listening address (behind a TLS proxy). */
  readonly publicUrl: string | null;
  /** Whether the operator's own proxy writes X-Forwarded-For, so that its last address is the real client. */
  readonly trustProxy: boolean;
  readonly metricsToken: string | null;
  /** The days after which a session ends, however often it is used. @default 30 */
  readonly sessionDays: number;
  readonly admin: { readonly email: string; readonly password: string } | null;
  /** The raw variables, from which secrets are redacted in logs. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>;
  /** The raw model variables, for `modelsFromEnvironment`. */
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
  /** The raw variables, for `readFileRules`. */
  readonly fileVariables: Readonly<Record<string, string | undefined>>;
};

let cached: Environment | undefined;

/** Returns the validated environment, read once. Throws an Error that names every invalid variable. */
export function environment(): Environment {
  cached ??= readEnvironment(process.env);
  return cached;
}

/** Validates the given variables. Errors: as `environment`. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = SCHEMA.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .map((issue) => `${issue.path.join(".")} ${issue.message}`)
      .join("; ");
    throw new Error(`Invalid environment: ${problems}. See .env.example for all variables.`);
  }
  const values = parsed.data;
  const admin =
    values.GOALTRACE_ADMIN_EMAIL !== null && values.GOALTRACE_ADMIN_PASSWORD !== null
      ? { email: values.GOALTRACE_ADMIN_EMAIL, password: values.GOALTRACE_ADMIN_PASSWORD }
      : null;
  return {
    databaseUrl: values.DATABASE_URL,
    home: path.resolve(/* turbopackIgnore: true */ values.GOALTRACE_HOME ?? ".data"),
    secret: values.GOALTRACE_SECRET,
    publicUrl: values.GOALTRACE_URL,
    trustProxy: values.GOALTRACE_TRUST_PROXY === "1",
    metricsToken: values.GOALTRACE_METRICS_TOKEN,
    sessionDays: Number(values.GOALTRACE_SESSION_DAYS ?? DEFAULT_SESSION_DAYS),
    admin,
    secretVariables: variables,
    fileVariables: variables,
    modelVariables: {
      OPENAI_API_KEY: values.OPENAI_API_KEY ?? undefined,
      OPENAI_BASE_URL: values.OPENAI_BASE_URL ?? undefined,
      GOALTRACE_MODEL: values.GOALTRACE_MODEL ?? undefined,
      GOALTRACE_MODEL_CALLS: values.GOALTRACE_MODEL_CALLS ?? undefined,
      DEEPSEEK_API_KEY: values.DEEPSEEK_API_KEY ?? undefined,
    },
  };
}
