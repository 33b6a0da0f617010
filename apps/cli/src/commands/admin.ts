import { GoaltraceError } from "@goaltrace/core";
import { API_SCOPES, type ApiScope, newToken, type Role } from "@goaltrace/db";
import { workspaceSlug } from "@goaltrace/host";
import { hashPassword } from "better-auth/crypto";
import { defineCommand } from "citty";
import { withRuntime } from "../with-runtime.ts";
import { setWeightCommand } from "./set-weight.ts";

const MIN_PASSWORD_CHARACTERS = 12;
/** The prefix of keys created in the web. */
const KEY_PREFIX = "gt_";
const HINT_CHARACTERS = 4;

const createUser = defineCommand({
  meta: { name: "create-user", description: "Create an account and add it to a workspace" },
  args: {
    email: { type: "string", required: true, description: "Email address" },
    password: {
      type: "string",
      required: true,
      description: `Password, at least ${MIN_PASSWORD_CHARACTERS} characters`,
    },
    name: { type: "string", description: "Display name (default: the email address)" },
    workspace: {
      type: "string",
      description: "Workspace slug (default: the oldest workspace, or a new one)",
    },
    role: {
      type: "string",
      default: "owner",
      description: "owner, admin, member or viewer; the first account must be an owner",
    },
  },
  run: async ({ args }) =>
    await withRuntime(async ({ database, ids }) => {
      const role = parseRole(args.role);
      if (role !== "owner" && (await database.accounts.isEmpty()))
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: `This server has no account yet. The first account must be an owner, not ${role === "admin" ? "an" : "a"} ${role}.`,
          fix: "Create the owner with --role owner or in the browser, then create this account.",
        });
      if (args.password.length < MIN_PASSWORD_CHARACTERS)
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: "The password is too short.",
          fix: `Use at least ${MIN_PASSWORD_CHARACTERS} characters.`,
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
          fix: "Create it first: goaltrace admin create-workspace --name …",
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
  meta: { name: "create-workspace", description: "Create a workspace" },
  args: {
    name: { type: "string", required: true, description: "Display name" },
    slug: {
      type: "string",
      description: "Short name for URLs: a-z, 0-9 and hyphens (default: derived from the name)",
    },
  },
  run: async ({ args }) =>
    await withRuntime(async ({ database, ids, newWorkspaceMode }) => {
      const slug = args.slug ?? workspaceSlug(args.name) ?? "";
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: `"${slug}" is not a valid slug.`,
          fix: "Set --slug with a-z, 0-9 and single hyphens.",
        });
      if ((await database.workspaces.findBySlug(slug)) !== undefined)
        throw new GoaltraceError({
          code: "CONFLICT",
          message: `The workspace "${slug}" already exists.`,
          fix: "Choose another --slug.",
        });
      await database.workspaces.create({ id: ids.next(), slug, name: args.name, mode: newWorkspaceMode });
      console.log(`Created workspace ${args.name} (${slug}).`);
    }),
});

const createKey = defineCommand({
  meta: { name: "create-key", description: "Create an API key for a person; the key is shown only once" },
  args: {
    email: { type: "string", required: true, description: "Email address of the person the key acts for" },
    workspace: { type: "string", description: "Workspace slug (default: the person's oldest workspace)" },
    name: { type: "string", default: "command line", description: "Purpose of the key" },
    scopes: {
      type: "string",
      default: "read",
      description: "Comma-separated scopes: read, run, decide, admin",
    },
    json: { type: "boolean", description: "Print JSON" },
  },
  run: async ({ args }) =>
    await withRuntime(async ({ database, ids, clock }) => {
      const scopes = parseScopes(args.scopes);
      const person = await database.accounts.findByEmail(args.email);
      if (person === undefined) throw notFound(`account ${args.email}`, "goaltrace admin create-user");
      const memberships = await database.members.ofPerson(person.id);
      const slug = args.workspace;
      const workspace = memberships.find((membership) => slug === undefined || membership.slug === slug);
      if (workspace === undefined)
        throw notFound(
          `membership of ${args.email} in ${slug ?? "any workspace"}`,
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
      else
        console.log(
          `${secret}\nThis key acts for ${person.email} in ${workspace.name}. It is not shown again.`,
        );
    }),
});

function parseScopes(text: string): readonly ApiScope[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  const unknown = names.find((name) => !API_SCOPES.some((scope) => scope === name));
  if (unknown === undefined && names.length > 0) return API_SCOPES.filter((scope) => names.includes(scope));
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: unknown === undefined ? "A key needs at least one scope." : `"${unknown}" is not a scope.`,
    fix: "Use read, run, admin, separated by commas.",
  });
}

function notFound(subject: string, command: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no ${subject}.`,
    fix: `Create it first: ${command} …`,
  });
}

function parseRole(text: string): Role {
  if (text === "owner" || text === "admin" || text === "member" || text === "viewer") return text;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `"${text}" is not a role.`,
    fix: "Use owner, admin, member or viewer.",
  });
}

/** `goaltrace admin …`: setup without a browser. */
export const adminCommand = defineCommand({
  meta: { name: "admin", description: "Manage accounts, workspaces and API keys" },
  subCommands: {
    "create-user": createUser,
    "create-workspace": createWorkspace,
    "create-key": createKey,
    "set-weight": setWeightCommand,
  },
});
