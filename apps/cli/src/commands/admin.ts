import { GoaltraceError } from "@goaltrace/core";
import { API_SCOPES, type ApiScope, newToken, type Role } from "@goaltrace/db";
import { workspaceSlug } from "@goaltrace/host";
import { hashPassword } from "better-auth/crypto";
import { defineCommand } from "citty";
import { withRuntime } from "../with-runtime.ts";

const SHORTEST_PASSWORD = 12;
/** As the web makes them. */
const KEY_PREFIX = "gt_";
const HINT_CHARACTERS = 4;

const createUser = defineCommand({
  meta: { name: "create-user", description: "Make an account and its membership of a workspace" },
  args: {
    email: { type: "string", required: true, description: "E-mail address" },
    password: {
      type: "string",
      required: true,
      description: `Password, at least ${SHORTEST_PASSWORD} characters`,
    },
    name: { type: "string", description: "Name as others see it" },
    workspace: {
      type: "string",
      description: "Workspace by its short name (default: the oldest, else a new one)",
    },
    role: {
      type: "string",
      default: "owner",
      description: "owner, admin, member or viewer; the first account of a server is its owner",
    },
  },
  run: async ({ args }) =>
    await withRuntime(async ({ database, ids }) => {
      const role = roleOf(args.role);
      if (role !== "owner" && (await database.accounts.isEmpty()))
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: `This server has no account yet, and its first is an owner, not ${role === "admin" ? "an" : "a"} ${role}.`,
          fix: "Make the owner first, with --role owner or in the browser; then this account again.",
        });
      if (args.password.length < SHORTEST_PASSWORD)
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: "The password is too short.",
          fix: `Give at least ${SHORTEST_PASSWORD} characters.`,
        });
      const account = {
        personId: ids.next(),
        accountId: ids.next(),
        name: args.name ?? args.email,
        email: args.email,
        passwordHash: await hashPassword(args.password),
      };
      const workspace =
        args.workspace === undefined
          ? (await database.workspaces.all())[0]
          : await database.workspaces.findBySlug(args.workspace);
      if (workspace === undefined && args.workspace !== undefined)
        throw new GoaltraceError({
          code: "NOT_FOUND",
          message: `There is no workspace "${args.workspace}".`,
          fix: "Make it first: goaltrace admin create-workspace --name …",
        });
      if (workspace === undefined) {
        await database.accounts.createOwner(account, { id: ids.next(), slug: "main", name: "Main" });
      } else {
        await database.accounts.create(account);
        await database.members.set(workspace.id, account.personId, role);
      }
      console.log(
        `${args.email} is ${workspace === undefined ? "owner" : role} of ${workspace?.name ?? "Main"}.`,
      );
    }),
});

const createWorkspace = defineCommand({
  meta: { name: "create-workspace", description: "Make a workspace" },
  args: {
    name: { type: "string", required: true, description: "Name as people see it" },
    slug: { type: "string", description: "Short name for addresses: a-z, 0-9 and hyphens" },
  },
  run: async ({ args }) =>
    await withRuntime(async ({ database, ids }) => {
      const slug = args.slug ?? workspaceSlug(args.name) ?? "";
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: `"${slug}" is not a short name.`,
          fix: "Give --slug with a-z, 0-9 and single hyphens.",
        });
      if ((await database.workspaces.findBySlug(slug)) !== undefined)
        throw new GoaltraceError({
          code: "CONFLICT",
          message: `The workspace "${slug}" exists already.`,
          fix: "Choose another --slug.",
        });
      await database.workspaces.create({ id: ids.next(), slug, name: args.name });
      console.log(`Workspace ${args.name} (${slug}) is there.`);
    }),
});

const createKey = defineCommand({
  meta: { name: "create-key", description: "Make an API key for somebody's programs; it is shown once" },
  args: {
    email: { type: "string", required: true, description: "E-mail address of whom the key acts for" },
    workspace: { type: "string", description: "Workspace by its short name (default: the oldest)" },
    name: { type: "string", default: "command line", description: "What the key is for" },
    scopes: { type: "string", default: "read", description: "read, run, admin; with commas between" },
    json: { type: "boolean", description: "Print JSON" },
  },
  run: async ({ args }) =>
    await withRuntime(async ({ database, ids, clock }) => {
      const scopes = scopesOf(args.scopes);
      const person = await database.accounts.findByEmail(args.email);
      if (person === undefined) throw notThere(`account ${args.email}`, "goaltrace admin create-user");
      const memberships = await database.members.ofPerson(person.id);
      const wanted = args.workspace;
      const workspace = memberships.find(({ slug }) => wanted === undefined || slug === wanted);
      if (workspace === undefined)
        throw notThere(
          `membership of ${args.email} in ${wanted ?? "any workspace"}`,
          "goaltrace admin create-user",
        );
      const secret = newToken(KEY_PREFIX);
      const key = {
        id: ids.next(),
        personId: person.id,
        name: args.name,
        hint: secret.slice(-HINT_CHARACTERS),
        scopes,
        createdAt: clock.now(),
        lastUsedAt: null,
      };
      await database.apiKeys.create(workspace.id, key, secret);
      await database.audit.add(workspace.id, {
        ...{ id: ids.next(), at: clock.now(), personId: person.id, email: person.email },
        ...{ action: "key.created", target: key.name },
        detail: { scopes: scopes.join(" "), ending: key.hint, by: "command line" },
      });
      if (args.json)
        console.log(JSON.stringify({ id: key.id, key: secret, workspace: workspace.slug, scopes }));
      else console.log(`${secret}\nActs for ${person.email} in ${workspace.name}. It is shown this once.`);
    }),
});

function scopesOf(text: string): readonly ApiScope[] {
  const named = text.split(/[\s,]+/).filter((word) => word !== "");
  const unknown = named.find((word) => !API_SCOPES.some((scope) => scope === word));
  if (unknown === undefined && named.length > 0) return API_SCOPES.filter((scope) => named.includes(scope));
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: unknown === undefined ? "A key needs a scope." : `"${unknown}" is no scope.`,
    fix: "Use read, run, admin, with commas between.",
  });
}

function notThere(what: string, command: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no ${what}.`,
    fix: `Make it first: ${command} …`,
  });
}

function roleOf(text: string): Role {
  if (text === "owner" || text === "admin" || text === "member" || text === "viewer") return text;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `"${text}" is no role.`,
    fix: "Use owner, admin, member or viewer.",
  });
}

/** `goaltrace admin …`: set up without a browser. */
export const adminCommand = defineCommand({
  meta: { name: "admin", description: "Accounts, workspaces and API keys without a browser" },
  subCommands: { "create-user": createUser, "create-workspace": createWorkspace, "create-key": createKey },
});
