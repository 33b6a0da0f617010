import { toFailure, GoaltraceError } from "@goaltrace/core";
import type { Failure, Scope } from "@goaltrace/core";
import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { z, ZodError } from "zod";
import { authorise } from "../auth/authorise.ts";
import type { Access, Membership, Person } from "../auth/authorise.ts";
import type { Role } from "../auth/roles.ts";
import { publicFailure, trpcCodeOf } from "../http/failure-status.ts";
import type { Runtime } from "../runtime.ts";

/** What every procedure sees. `person` is null for a stranger. */
export type ApiContext = {
  readonly runtime: Runtime;
  readonly person: Person | null;
  readonly requestId: string;
  readonly headers: Headers;
};

const PING_MS = 3_000;
/** Longer than two pings: one lost ping is no reason to reconnect. */
const RECONNECT_MS = 8_000;

const t = initTRPC
  .context<ApiContext>()
  .meta<{ access: Access }>()
  .create({
    transformer: superjson,
    sse: {
      ping: { enabled: true, intervalMs: PING_MS },
      client: { reconnectAfterInactivityMs: RECONNECT_MS },
    },
    errorFormatter: ({ shape, error, ctx }) => {
      const failure = failureForCaller(error, ctx?.requestId ?? "unknown");
      return {
        code: shape.code,
        message: failure.message,
        data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, failure },
      };
    },
  });

export const router = t.router;
/** Joins routers whose procedures share one noun. */
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/** What is thrown below becomes a tRPC error with the right HTTP status; the failure itself travels as its cause. */
const failures = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  throw toTrpcError(result.error, { context: ctx, path });
});

const gate = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const access = meta?.access;
  if (access === undefined) throw new Error("A procedure must say who may call it.");
  const workspace = access.kind === "workspace" ? workspaceOf(await getRawInput()) : undefined;
  const { members } = ctx.runtime.stores;
  const { membership } = await authorise({
    access,
    person: ctx.person,
    workspace,
    membershipOf: async (personId, slug) => members.membership(personId, slug),
  });
  return next({ ctx: { membership } });
});

const guarded = t.procedure.use(failures);

/** For everybody, signed in or not. */
export const publicProcedure = guarded.meta({ access: { kind: "public" } }).use(gate);

/** For anybody who is signed in. */
export const personProcedure = guarded
  .meta({ access: { kind: "person" } })
  .use(gate)
  .use(async ({ ctx, next }) => next({ ctx: { person: required(ctx.person) } }));

/** For members of the workspace named in the input, with at least `role`. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is tRPC's inference; writing it down would be the implementation again
export function workspaceProcedure(role: Role) {
  return guarded
    .meta({ access: { kind: "workspace", role } })
    .input(z.object({ workspace: z.string().min(1).max(100) }))
    .use(gate)
    .use(async ({ ctx, next }) => {
      const person = required(ctx.person);
      const membership = required<Membership>(ctx.membership);
      const scope: Scope = { workspaceId: membership.id, personId: person.id };
      return next({ ctx: { person, membership, scope } });
    });
}

/** The gate has refused every caller without this value. */
function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) {
    throw new GoaltraceError({
      code: "NOT_SIGNED_IN",
      message: "Nobody is signed in.",
      fix: "Sign in and try again.",
    });
  }
  return value;
}

function workspaceOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("workspace" in input)) return undefined;
  return typeof input.workspace === "string" ? input.workspace : undefined;
}

/** Turns what was thrown into a tRPC error and logs what is our own mistake. */
export function toTrpcError(
  thrown: unknown,
  where: { readonly context: ApiContext; readonly path: string },
): TRPCError {
  if (thrown instanceof TRPCError && thrown.code !== "INTERNAL_SERVER_ERROR") return thrown;
  const cause = thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown;
  const { requestId, runtime } = where.context;
  const failure = publicFailure(cause, requestId);
  if (failure.code === "INTERNAL") {
    const stack = cause instanceof Error ? cause.stack : undefined;
    runtime.logger.error("procedure failed", {
      path: where.path,
      requestId,
      message: toFailure(cause).message,
      stack,
    });
  }
  return new TRPCError({
    code: trpcCodeOf(failure.code),
    message: failure.message,
    cause: new GoaltraceError(failure),
  });
}

/** What tRPC itself says of a request before any procedure of ours has seen it. */
const UNREADABLE = new Set<string>([
  "BAD_REQUEST",
  "PARSE_ERROR",
  "UNSUPPORTED_MEDIA_TYPE",
  "PAYLOAD_TOO_LARGE",
]);
const UNKNOWN = new Set<string>(["NOT_FOUND", "METHOD_NOT_SUPPORTED"]);

function failureForCaller(error: TRPCError, requestId: string): Failure {
  if (error.cause instanceof ZodError) return invalidInput(error.cause);
  if (error.cause instanceof GoaltraceError) return publicFailure(error.cause, requestId);
  if (UNREADABLE.has(error.code)) {
    return {
      code: "INVALID_INPUT",
      message: "The request cannot be read.",
      fix: "Load the page again and repeat what you did.",
    };
  }
  if (UNKNOWN.has(error.code)) {
    return {
      code: "NOT_FOUND",
      message: "The server does not know this request.",
      fix: "Load the page again: it may be older than the server.",
    };
  }
  return publicFailure(error.cause ?? error, requestId);
}

function invalidInput(error: ZodError): Failure {
  const fields = error.issues
    .map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`)
    .join("; ");
  return {
    code: "INVALID_INPUT",
    message: fields.slice(0, 500),
    fix: "Correct the named fields and send again.",
  };
}
