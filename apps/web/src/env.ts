import path from "node:path";
import { z } from "zod";

/** An empty variable is one that is not set: that is what `KEY=` in an env file means. */
const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? null : value.trim()));
const optionalUrl = optional.refine(
  (value) => value === null || /^https?:\/\//.test(value),
  "must be an http or https address",
);

const SCHEMA = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
  GOALTRACE_HOME: optional,
  GOALTRACE_SECRET: optional.refine(
    (value) => value === null || value.length >= 32,
    "must have at least 32 characters",
  ),
  GOALTRACE_URL: optionalUrl,
  GOALTRACE_TRUST_PROXY: optional.refine(
    (value) => value === null || value === "0" || value === "1",
    "must be 1 (a proxy of yours stands before the server) or 0",
  ),
  GOALTRACE_METRICS_TOKEN: optional.refine(
    (value) => value === null || value.length >= 16,
    "must have at least 16 characters",
  ),
  GOALTRACE_ADMIN_EMAIL: optional,
  GOALTRACE_ADMIN_PASSWORD: optional,
  GOALTRACE_MODEL: optional,
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: optionalUrl,
  DEEPSEEK_API_KEY: optional,
  HOST: optional,
  PORT: optional.refine((value) => value === null || /^\d{1,5}$/.test(value), "must be a port number"),
});

/** What the web process was told from outside. Null is "not set". */
export type Environment = {
  readonly databaseUrl: string;
  /** Absolute folder of the server's state and secrets. */
  readonly home: string;
  readonly secret: string | null;
  /** The address people use, when it is not the one we listen on (a proxy with TLS stands before us). */
  readonly publicUrl: string | null;
  /** Whether X-Forwarded-For is written by a proxy of the operator's, so that its last address is who really asks. */
  readonly trustProxy: boolean;
  readonly metricsToken: string | null;
  readonly admin: { readonly email: string; readonly password: string } | null;
  /** The variables as they are: no log may hold the secrets in them. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>;
  /** The variables that name models, as they are, for `modelsFromEnvironment`. */
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
};

let cached: Environment | undefined;

/** Reads and checks the environment once. Throws an Error that names every variable that is wrong. */
export function environment(): Environment {
  cached ??= readEnvironment(process.env);
  return cached;
}

/** The check itself, apart from where the variables come from. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = SCHEMA.safeParse(variables);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ");
    throw new Error(`The environment is not usable: ${wrong}. Every variable is described in .env.example.`);
  }
  const values = parsed.data;
  const admin =
    values.GOALTRACE_ADMIN_EMAIL !== null && values.GOALTRACE_ADMIN_PASSWORD !== null
      ? { email: values.GOALTRACE_ADMIN_EMAIL, password: values.GOALTRACE_ADMIN_PASSWORD }
      : null;
  return {
    databaseUrl: values.DATABASE_URL,
    home: path.resolve(values.GOALTRACE_HOME ?? ".data"),
    secret: values.GOALTRACE_SECRET,
    publicUrl: values.GOALTRACE_URL,
    trustProxy: values.GOALTRACE_TRUST_PROXY === "1",
    metricsToken: values.GOALTRACE_METRICS_TOKEN,
    admin,
    secretVariables: variables,
    modelVariables: {
      OPENAI_API_KEY: values.OPENAI_API_KEY ?? undefined,
      OPENAI_BASE_URL: values.OPENAI_BASE_URL ?? undefined,
      GOALTRACE_MODEL: values.GOALTRACE_MODEL ?? undefined,
      DEEPSEEK_API_KEY: values.DEEPSEEK_API_KEY ?? undefined,
    },
  };
}
