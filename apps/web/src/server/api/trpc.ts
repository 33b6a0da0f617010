import { type Failure, GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { z, ZodError } from "zod";
import { authorize } from "../auth/authorize.ts";
import type { Access, Membership, Person } from "../auth/authorize.ts";
import type { Role } from "../auth/roles.ts";
import { publicFailure, trpcCode } from "../http/failure-status.ts";
import { reportFailure } from "../http/report-failure.ts";
import type { StreamPass } from "../live/refuse-stream.ts";
import type { Runtime } from "../runtime.ts";

/** The context of every procedure. `person` is null for an anonymous caller. */
export type ApiContext = {
  readonly runtime: Runtime;
  readonly person: Person | null;
  /** The session of the person; null for an anonymous caller. */
  readonly sessionId: string | null;
  readonly requestId: string;
  readonly headers: Headers;
};

const PING_MS = 3_000;
/** Longer than two pings, so that one lost ping does not cause a reconnect. */
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
      // Without a context, `handleTrpc` has already turned the error into the one for callers.
      const failure =
        ctx === undefined && error.cause instanceof GoaltraceError
          ? error.cause.toFailure()
          : failureForCaller(error, ctx?.requestId ?? "unknown");
      return {
        code: shape.code,
        message: failure.message,
        data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, failure },
      };
    },
  });

export const router = t.router;
/** Merges routers whose procedures share one noun. */
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/** Turns thrown errors into tRPC errors with the matching HTTP status; the failure is the cause. */
const failures = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  throw toTrpcError(result.error, { context: ctx, path });
});

/** Decodes the input once before anything uses it, so that an input that cannot be decoded is the caller's error. */
const readable = t.middleware(async ({ getRawInput, next }) => {
  await getRawInput().catch(() => {
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "The server could not read the request.",
      fix: "Reload the page and try again.",
    });
  });
  return next();
});

const gate = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const access = meta?.access;
  if (access === undefined) throw new Error("Every procedure must declare its access.");
  const workspace = access.kind === "workspace" ? workspaceSlug(await getRawInput()) : undefined;
  const { members } = ctx.runtime.stores;
  const { membership } = await authorize({
    access,
    person: ctx.person,
    workspace,
    findMembership: async (personId, slug) => members.membership(personId, slug),
  });
  return next({ ctx: { membership } });
});

const guarded = t.procedure.use(failures).use(readable);

/** For all callers, signed in or not. */
export const publicProcedure = guarded.meta({ access: { kind: "public" } }).use(gate);

/** For any signed-in person. */
export const personProcedure = guarded
  .meta({ access: { kind: "person" } })
  .use(gate)
  .use(async ({ ctx, next }) => next({ ctx: { person: required(ctx.person) } }));

/** For members of the workspace named in the input, with at least `role`. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- tRPC infers the type; spelling it out would repeat the implementation
export function workspaceProcedure(role: Role) {
  return guarded
    .meta({ access: { kind: "workspace", role } })
    .input(z.object({ workspace: z.string().min(1).max(100) }))
    .use(gate)
    .use(async ({ ctx, next }) => {
      const person = required(ctx.person);
      const membership = required<Membership>(ctx.membership);
      const scope: Scope = { workspaceId: membership.id, personId: person.id };
      const by = { kind: "session", id: required(ctx.sessionId) } as const;
      const pass: Omit<StreamPass, "traceId"> = { ...scope, by, role, workspaceName: membership.name };
      return next({ ctx: { person, membership, scope, pass } });
    });
}

/** Narrows a value that `gate` guarantees. */
function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) {
    throw new GoaltraceError({
      code: "NOT_SIGNED_IN",
      message: "You are not signed in.",
      fix: "Sign in and try again.",
    });
  }
  return value;
}

function workspaceSlug(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("workspace" in input)) return undefined;
  return typeof input.workspace === "string" ? input.workspace : undefined;
}

/** Converts a thrown value into a tRPC error and logs internal errors. */
export function toTrpcError(
  thrown: unknown,
  call: { readonly context: Pick<ApiContext, "requestId" | "runtime">; readonly path: string },
): TRPCError {
  if (thrown instanceof TRPCError && thrown.code !== "INTERNAL_SERVER_ERROR") return thrown;
  const cause = thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown;
  const { requestId, runtime } = call.context;
  const failure = reportFailure(cause, { logger: runtime.logger, requestId, place: call.path });
  return new TRPCError({
    code: trpcCode(failure.code),
    message: failure.message,
    cause: new GoaltraceError(failure),
  });
}

/** Codes that tRPC assigns before a procedure runs. */
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
      message: "The server could not read the request.",
      fix: "Reload the page and try again.",
    };
  }
  if (UNKNOWN.has(error.code)) {
    return {
      code: "NOT_FOUND",
      message: "The server does not support this request.",
      fix: "Reload the page: it may be older than the server.",
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
    fix: "Correct these fields and try again.",
  };
}
