import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock } from "@goaltrace/core/system";
import { newToken } from "@goaltrace/db";
import type { ApiScope, Database } from "@goaltrace/db";
import { openRuntime, readFileRules, readQuotaLimits } from "@goaltrace/host";
import { createCaller } from "../api/root.ts";
import { findCheckout } from "../find-checkout.ts";
import type { Person } from "../auth/authorize.ts";
import { PEER_HEADER } from "../http/peer-address.ts";
import { KEY_PREFIX } from "../rest/scopes.ts";
import { composeRuntime } from "../runtime.ts";
import type { Runtime } from "../runtime.ts";

export const PASSWORD = "correct-horse-battery";
/** A secret in the environment of the test server. */
export const ENVIRONMENT_SECRET = "metrics-token-of-this-server";
export const ORIGIN = "http://localhost:3000";

/** The people of the test workspace by role. `other` owns another workspace. */
export type Persona = "owner" | "admin" | "member" | "viewer" | "other";

/** A server without HTTP: two workspaces and a person for every role. */
export type AccessWorld = {
  readonly databaseUrl: string;
  readonly runtime: Runtime;
  readonly database: Database;
  readonly slugs: { readonly ours: string; readonly theirs: string };
  /** Adds our workspace to the input of a procedure. */
  readonly at: <Input extends object>(input: Input) => Input & { readonly workspace: string };
  readonly person: (who: Persona) => Person;
  readonly caller: (who: Persona | null, options?: CallOptions) => ReturnType<typeof createCaller>;
  /** Creates an API key with these scopes; returns its secret. */
  readonly makeKey: (who: Persona, scopes: readonly ApiScope[]) => Promise<string>;
  /** Adds a person to our workspace. */
  readonly newPerson: (role: "member" | "viewer" | "admin") => Promise<Person>;
  /** The id of the session under which callers of this person act. */
  readonly sessionOf: (person: Person) => string;
  /** Signs a person in; returns the cookie, host and origin headers of the session. */
  readonly signIn: (person: Person) => Promise<Headers>;
  /** Starts a run of the member in a new conversation. */
  readonly startRun: (text: string) => Promise<{ readonly traceId: string; readonly conversationId: string }>;
  /** The lines that the server has logged, as JSON. */
  readonly logged: readonly string[];
  readonly close: () => Promise<void>;
};

const SESSION_MS = 3_600_000;
const sessionOf = (person: Person): string => `session-${person.id}`;

const CHECKOUT = findCheckout(import.meta.dirname);

type CallOptions = { readonly headers?: Headers; readonly signal?: AbortSignal; readonly person?: Person };

type WorldOptions = {
  /** Makes the scripted demo the default model of our workspace. Defaults to false: then no run starts. */
  readonly withModel?: boolean;
  /** Installs the runtime for route handlers until `close`. Defaults to false. */
  readonly forRoutes?: boolean;
  /** The operator's limits as in GOALTRACE_QUOTAS. Defaults to none. */
  readonly quotas?: string;
  /** Variables of the server's rules for files and folders. Folders below the system's temporary folder are allowed by default. */
  readonly fileVariables?: Readonly<Record<string, string>>;
};

/** Creates a world with new workspaces in the migrated database at `databaseUrl`. */
export async function createAccessWorld(
  databaseUrl: string,
  { withModel = false, forRoutes = false, fileVariables = {}, quotas = "" }: WorldOptions = {},
): Promise<AccessWorld> {
  const home = await mkdtemp(path.join(tmpdir(), "goaltrace-web-"));
  const system = createSystemClock();
  const logged: string[] = [];
  const log = (message: string, fields?: object): void =>
    void logged.push(JSON.stringify({ message, ...fields }));
  const host = await openRuntime(
    { databaseUrl, home, secret: null },
    {
      logger: { info: log, warn: log, error: log },
      secretVariables: { GOALTRACE_METRICS_TOKEN: ENVIRONMENT_SECRET },
      modelVariables: {},
      forbiddenFolders: [home],
      quotaLimits: readQuotaLimits({ GOALTRACE_QUOTAS: quotas }),
      files: readFileRules(
        { GOALTRACE_FOLDER_ROOTS: tmpdir(), ...fileVariables },
        { checkout: CHECKOUT, home },
      ),
      clock: system,
    },
  );
  const { database } = host;
  const runtime = composeRuntime(host, { home, publicUrl: null, metricsToken: null, sessionDays: 30 });
  const slugs = { ours: `ours-${randomUUID()}`, theirs: `theirs-${randomUUID()}` };
  for (const slug of [slugs.ours, slugs.theirs])
    await database.workspaces.create({ id: slug, slug, name: slug, mode: "auto" });
  const passwordHash = await runtime.auth.hashPassword(PASSWORD);
  const add = async (name: string, workspace: string, role: Exclude<Persona, "other">): Promise<Person> => {
    const person = { id: randomUUID(), name, email: `${name}-${randomUUID()}@example.com` };
    const account = { personId: person.id, accountId: randomUUID(), name, email: person.email, passwordHash };
    await database.accounts.create(account);
    await database.members.set(workspace, person.id, role);
    const expiresAt = new Date(Date.now() + SESSION_MS);
    await database.prisma.session.create({
      data: { id: sessionOf(person), token: randomUUID(), userId: person.id, expiresAt },
    });
    return person;
  };
  const people: Readonly<Record<Persona, Person>> = {
    owner: await add("owner", slugs.ours, "owner"),
    admin: await add("admin", slugs.ours, "admin"),
    member: await add("member", slugs.ours, "member"),
    viewer: await add("viewer", slugs.ours, "viewer"),
    other: await add("other", slugs.theirs, "owner"),
  };
  const caller: AccessWorld["caller"] = (who, options = {}) => {
    const person = options.person ?? (who === null ? null : people[who]);
    return createCaller(
      {
        runtime,
        person,
        sessionId: person === null ? null : sessionOf(person),
        requestId: "r",
        headers: options.headers ?? new Headers(),
      },
      { signal: options.signal },
    );
  };
  if (withModel)
    await caller("admin").models.setDefault({ workspace: slugs.ours, reference: "scripted/demo" });
  if (forRoutes) globalThis.goaltraceRuntime = Promise.resolve(runtime);
  return {
    databaseUrl,
    runtime,
    database,
    slugs,
    at: (input) => ({ ...input, workspace: slugs.ours }),
    person: (who) => people[who],
    caller,
    startRun: async (text) => caller("member").runs.start({ workspace: slugs.ours, text }),
    makeKey: async (who, scopes) => {
      const secret = newToken(KEY_PREFIX);
      const workspace = who === "other" ? slugs.theirs : slugs.ours;
      const key = {
        id: host.ids.next(),
        personId: people[who].id,
        name: who,
        hint: secret.slice(-4),
        scopes,
      };
      await database.apiKeys.create(workspace, { ...key, createdAt: system.now(), lastUsedAt: null }, secret);
      return secret;
    },
    sessionOf,
    newPerson: async (role) => add(`new-${role}`, slugs.ours, role),
    signIn: async (person) => {
      const response = await runtime.auth.handler(
        new Request(`${ORIGIN}/api/auth/sign-in/email`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            host: "localhost:3000",
            origin: ORIGIN,
            // A random address, because attempts are limited per address and tests share one database.
            [PEER_HEADER]: `10.${randomBytes(3).join(".")}`,
          },
          body: JSON.stringify({ email: person.email, password: PASSWORD }),
        }),
      );
      if (!response.ok) throw new Error(`Sign-in failed for ${person.email}: ${response.status}`);
      const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
      return new Headers({ cookie, host: "localhost:3000", origin: ORIGIN });
    },
    logged,
    close: async () => {
      if (forRoutes) globalThis.goaltraceRuntime = undefined;
      await database.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
