import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { McpCredentialStore, McpState, McpStore } from "@goaltrace/db";
import {
  type ManagedPlace,
  type McpServer,
  type McpServerSettings,
  readCallResult,
  readServer,
  settingMask,
  toQuestion,
} from "@goaltrace/tools";
import { setTimeout as sleep } from "node:timers/promises";
import { type ConfiguredServer, folderOfSource, withoutValues } from "./configured-server.ts";
import { type ManagedServers, toStoredStatus } from "./managed-servers.ts";
import {
  type ConfiguredServers,
  readConfiguredServers,
  type ServerFiles,
  type ServerProblem,
} from "./read-configured-servers.ts";
import { fromStored, toStored } from "./stored-settings.ts";
import type { ServerSignIn } from "./server-sign-in.ts";
import { type McpServerView, type SeenServers, toServerView } from "./server-view.ts";
import { CHECK_LIMIT_MS, SETTLE_MS, TRIAL_MAX_CHARACTERS } from "./tunables.ts";

/** A place and a server in it. */
export type ServerInPlace = { readonly projectFolder: string | null; readonly name: string };

/** The result of a trial. `files` are the images and files that the tool returned. */
export type ToolTrial = {
  readonly outcome: "ok" | "error";
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly mediaType: string; readonly base64: string }[];
  readonly durationMs: number;
};

/** The servers that a place has, for admins. The caller checks the role and writes the audit log. */
export type McpAdmin = {
  list(
    scope: Scope,
    projectFolder: string | null,
  ): Promise<{ readonly servers: readonly McpServerView[]; readonly problems: readonly ServerProblem[] }>;
  /** The end of a server's log; empty before its first start. Errors: NOT_FOUND. */
  log(scope: Scope, place: ServerInPlace): Promise<string>;
  /**
   * Adds a server of the workspace or replaces the one with its name, and returns the name that its tools begin with. `settings` has the shape of
   * one entry of `mcpServers`; an empty value of a variable or header keeps the stored one. Errors: INVALID_INPUT.
   */
  save(scope: Scope, server: { readonly name: string; readonly settings: unknown }): Promise<string>;
  /** Errors: NOT_FOUND. */
  enable(scope: Scope, name: string, isEnabled: boolean): Promise<void>;
  /** Errors: NOT_FOUND. */
  remove(scope: Scope, name: string): Promise<void>;
  /** Consents that the server of a project folder may be started. Errors: NOT_FOUND; CONFLICT when its settings are others than those shown. */
  consent(scope: Scope, place: ServerInPlace & { readonly settingsDigest: string }): Promise<void>;
  /** Starts a server, again if it runs without a call, waits until it answers or fails, and returns what was seen. Errors: NOT_FOUND; NOT_ALLOWED. */
  check(scope: Scope, place: ServerInPlace): Promise<McpServerView>;
  /** Approves definitions by the digests that were shown. Errors: NOT_FOUND; CONFLICT when a definition is another by now. */
  approve(
    scope: Scope,
    place: ServerInPlace & { readonly tools: readonly { readonly tool: string; readonly digest: string }[] },
  ): Promise<void>;
  /** Calls a tool by the server's own name of it, approved or not, as a trial of an admin. A failure is a result. Errors: NOT_FOUND; NOT_ALLOWED. */
  call(
    scope: Scope,
    place: ServerInPlace & { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
  ): Promise<ToolTrial>;
  /**
   * Starts a sign-in to a server at an address and returns the address for the person's browser. `origin` is that of the web, `slug` the
   * workspace. Errors: NOT_FOUND; INVALID_INPUT for a server of this machine; NOT_ALLOWED with the reason.
   */
  startSignIn(
    scope: Scope,
    place: ServerInPlace,
    request: { readonly origin: string; readonly slug: string },
  ): Promise<string>;
  /** Ends a sign-in with the query of the address that the person returned to. Errors: NOT_FOUND; NOT_ALLOWED with the reason. */
  finishSignIn(
    scope: Scope,
    request: { readonly origin: string; readonly search: string },
  ): Promise<ServerInPlace>;
  /** Forgets the tokens of a server. Errors: NOT_FOUND. */
  signOut(scope: Scope, place: ServerInPlace): Promise<void>;
  /** Withdraws approvals. Errors: NOT_FOUND. */
  withdraw(scope: Scope, place: ServerInPlace & { readonly tools: readonly string[] }): Promise<void>;
};

export type McpAdminParts = {
  readonly store: McpStore;
  readonly files: ServerFiles;
  readonly servers: ManagedServers;
  readonly credentials: Pick<McpCredentialStore, "states">;
  readonly signIn: ServerSignIn;
};

/** Creates the service. */
export function createMcpAdmin({ store, files, servers, credentials, signIn }: McpAdminParts): McpAdmin {
  const read = async (
    { workspaceId }: Scope,
    projectFolder: string | null,
  ): Promise<{ readonly state: McpState; readonly configured: ConfiguredServers }> => {
    const state = await store.state(workspaceId);
    return { state, configured: await readConfiguredServers(files, { workspaceId, projectFolder }, state) };
  };
  const find = async (
    scope: Scope,
    { projectFolder, name }: ServerInPlace,
  ): Promise<{ readonly state: McpState; readonly server: ConfiguredServer }> => {
    const { state, configured } = await read(scope, projectFolder);
    const server = configured.servers.find((candidate) => candidate.name === name);
    if (server === undefined) throw unknownServer(name, configured);
    return { state, server };
  };
  const seen = async ({ workspaceId }: Scope): Promise<Omit<SeenServers, "pins">> => {
    const [statuses, signIns] = await Promise.all([
      store.statuses(workspaceId),
      credentials.states(workspaceId),
    ]);
    return { statuses, signIns };
  };
  const view = async (scope: Scope, place: ServerInPlace): Promise<McpServerView> => {
    const { state, server } = await find(scope, place);
    return toServerView(server, { pins: state.pins, ...(await seen(scope)) });
  };

  return {
    async list(scope, projectFolder) {
      const [{ state, configured }, stored] = await Promise.all([read(scope, projectFolder), seen(scope)]);
      const shown = configured.servers.map((server) => toServerView(server, { pins: state.pins, ...stored }));
      return { servers: shown, problems: configured.problems };
    },

    async log(scope, place) {
      const { server } = await find(scope, place);
      const statuses = await store.statuses(scope.workspaceId);
      const last = statuses.find(
        (status) => status.source === server.sourceKey && status.server === server.name,
      );
      return last?.log ?? "";
    },

    async save(scope, { name, settings }) {
      const named = readServer(name, settings);
      if ("message" in named) throw invalidServer(name, named.message);
      const state = await store.state(scope.workspaceId);
      const before = state.servers.find((stored) => stored.name === named.name);
      const known = before === undefined ? null : fromStored(before, scope.workspaceId, files.vault);
      const kept =
        known === null || "message" in known ? named.settings : keepValues(named.settings, known.settings);
      await store.saveServer(
        scope,
        toStored({ name: named.name, settings: kept }, scope.workspaceId, files.vault),
      );
      return named.name;
    },

    enable: async (scope, name, isEnabled) => await store.enableServer(scope.workspaceId, name, isEnabled),
    async remove(scope, name) {
      await store.removeServer(scope.workspaceId, name);
      await signIn.signOut(scope, { source: "workspace", server: name });
    },

    async consent(scope, place) {
      const { server } = await find(scope, place);
      if (server.source !== "project" || place.projectFolder === null) return;
      if (server.settingsDigest !== place.settingsDigest)
        throw changedMeanwhile(`The server "${server.name}"`);
      const { name, settingsDigest } = server;
      await store.consent(scope, { folder: place.projectFolder, server: name, settingsDigest });
    },

    async check(scope, place) {
      const { server } = await find(scope, place);
      if (server.needsConsent) throw needsConsent(server);
      const running = servers.get(toPlace(scope, place, files), server);
      // Its program may have changed since it was started.
      await running.restart();
      await waitUntilSeen(running);
      await store.keepStatus(scope.workspaceId, toStoredStatus(server, running.status()));
      return await view(scope, place);
    },

    async approve(scope, place) {
      const { server } = await find(scope, place);
      const { tools, identity } = await view(scope, place);
      const pins = place.tools.map(({ tool, digest }) => {
        const { live = null, digest: now = null } = tools.find((one) => one.tool === tool) ?? {};
        if (live === null || identity === null || now !== digest)
          throw changedMeanwhile(`The tool "${tool}"`);
        return {
          ...{ source: server.sourceKey, server: server.name, tool, digest },
          ...{ settingsDigest: server.settingsDigest, reportedName: identity.name },
          definition: JSON.stringify(live),
        };
      });
      await store.approve(scope, pins);
    },

    async call(scope, place) {
      const { server } = await find(scope, place);
      if (server.needsConsent) throw needsConsent(server);
      const mask = settingMask(server.settings);
      const startedAt = performance.now();
      const done = (outcome: "ok" | "error", text: string, files: ToolTrial["files"] = []): ToolTrial => ({
        ...{ outcome, files, text: mask(text).slice(0, TRIAL_MAX_CHARACTERS) },
        durationMs: Math.round(performance.now() - startedAt),
      });
      const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
      try {
        const connection = await servers.get(toPlace(scope, place, files), server).ready(signal);
        const { tool, arguments: input } = place;
        const call = { tool, arguments: input, signal, traceparent: null, input: null };
        const answer = await connection.call({ ...call, onProgress: () => undefined });
        // A trial never answers: the server gets no answer and forgets the call.
        if (answer.kind === "input")
          return done("error", `${toQuestion(server.name, answer.requests, null).text}\n\n${ASKS}`);
        const result = readCallResult(answer.result);
        const shown = result.files.map(({ name, mediaType, bytes }) => ({
          ...{ name, mediaType, base64: bytes.toString("base64") },
        }));
        return done(result.outcome, result.text, shown);
      } catch (thrown) {
        return done("error", thrown instanceof Error ? thrown.message : String(thrown));
      }
    },

    async startSignIn(scope, place, request) {
      const { server } = await find(scope, place);
      if (server.needsConsent) throw needsConsent(server);
      return await signIn.start(scope, server, request);
    },

    async finishSignIn(scope, request) {
      const key = await signIn.find(scope, new URLSearchParams(request.search).get("state") ?? "");
      const projectFolder = key === null ? null : folderOfSource(key.source);
      const { configured } = await read(scope, projectFolder);
      const server = configured.servers.find(
        ({ sourceKey, name }) => sourceKey === key?.source && name === key.server,
      );
      if (server === undefined) throw noSignIn();
      await signIn.finish(scope, server, request);
      return { projectFolder, name: server.name };
    },

    async signOut(scope, place) {
      const { server } = await find(scope, place);
      await signIn.signOut(scope, { source: server.sourceKey, server: server.name });
    },

    async withdraw(scope, place) {
      const { server } = await find(scope, place);
      const key = { source: server.sourceKey, server: server.name };
      await store.withdraw(scope.workspaceId, key, place.tools);
    },
  };
}

/** Follows the question of a server in the result of a trial. */
const ASKS = "In a run, this question waits in the inbox. A trial ends here.";

/** Waits until a server has answered and its list has settled, or until it has failed. */
async function waitUntilSeen(server: McpServer): Promise<void> {
  try {
    await server.ready(AbortSignal.timeout(CHECK_LIMIT_MS));
    await sleep(SETTLE_MS);
  } catch {
    // Its status says why.
  }
}

function toPlace(scope: Scope, { projectFolder }: ServerInPlace, files: ServerFiles): ManagedPlace {
  return { workspaceId: scope.workspaceId, projectFolder, forbiddenFolders: files.forbiddenFolders };
}

/** An empty value stands for the stored one, which no admin sees again; only while the server stays the same, so that no key goes elsewhere. */
function keepValues(settings: McpServerSettings, before: McpServerSettings): McpServerSettings {
  const isSame =
    JSON.stringify(target(settings)) === JSON.stringify(target(before)) && settings.kind === before.kind;
  if (!isSame) return settings;
  const fill = (
    values: Readonly<Record<string, string>>,
    stored: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === "" ? (stored[name] ?? "") : value]),
    );
  if (settings.kind === "stdio" && before.kind === "stdio")
    return { ...settings, env: fill(settings.env, before.env) };
  if (settings.kind === "http" && before.kind === "http") {
    const secret = settings.oauth?.clientSecret === "" ? (before.oauth?.clientSecret ?? "") : null;
    const oauth =
      settings.oauth === null || secret === null
        ? settings.oauth
        : { ...settings.oauth, clientSecret: secret };
    return { ...settings, oauth, headers: fill(settings.headers, before.headers) };
  }
  return settings;
}

/** The program or address that gets the values. */
function target(settings: McpServerSettings): unknown {
  const bare = withoutValues(settings);
  return bare.kind === "http" ? [bare.url, bare.oauth] : [bare.command, bare.args];
}

function noSignIn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This return belongs to no sign-in that was started in this workspace.",
    fix: "Start the sign-in again.",
  });
}

function unknownServer(name: string, { servers }: ConfiguredServers): GoaltraceError {
  const names = servers.map((server) => server.name).join(", ");
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no server "${name}".`,
    fix: names === "" ? "Add one first." : `Available servers: ${names}.`,
  });
}

function invalidServer(name: string, message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The server "${name}" cannot be used. ${message}`,
    fix: "Correct its settings, then save again.",
  });
}

function needsConsent({ name }: ConfiguredServer): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `The server "${name}" is configured by a file of the project folder, and no admin has allowed it to start.`,
    fix: "Read what it runs, then allow it.",
  });
}

function changedMeanwhile(what: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `${what} is not what was shown any more.`,
    fix: "Look at it again, then decide.",
  });
}
