import { betterAuth } from "better-auth/minimal";
import { z } from "zod";

/** An endpoint below `/api/auth`. Its path may have a parameter, as in `/callback/:id`. */
type AuthEndpoint = {
  readonly path: string;
  readonly method: string;
  readonly query: z.ZodType;
  readonly body: z.ZodType;
};

/** Error pages read parameters that the library does not declare. */
const ERROR_QUERY = z.object({ error: z.string(), error_description: z.string() });

/** Returns the endpoints of the library for sign-in, closed ones included. */
export function authEndpoints(): readonly AuthEndpoint[] {
  const { api } = betterAuth({
    secret: crypto.randomUUID() + crypto.randomUUID(),
    baseURL: "http://localhost",
    emailAndPassword: { enabled: true },
  });
  return Object.values<Declared>(api).flatMap(({ path, options }) =>
    path === undefined
      ? []
      : [options.method].flat().map((method) => ({
          path,
          method,
          query: path === "/error" ? ERROR_QUERY : asSchema(options.query),
          body: asSchema(options.body),
        })),
  );
}

type Declared = {
  readonly path?: string;
  readonly options: {
    readonly method: string | readonly string[];
    readonly query?: unknown;
    readonly body?: unknown;
  };
};

function asSchema(declared: unknown): z.ZodType {
  return declared instanceof z.ZodType ? declared : z.object({});
}
