import { parseJson } from "@goaltrace/core/parse-json";
import type { McpState } from "@goaltrace/db";
import {
  type NamedServer,
  readProjectFile,
  readServers,
  readServersFile,
  type ReadServers,
  type Vault,
} from "@goaltrace/tools";
import { type ConfiguredServer, type McpSource, projectSource, settingsDigest } from "./configured-server.ts";
import { fromStored } from "./stored-settings.ts";
import { SERVERS_FILE_MAX_BYTES } from "./tunables.ts";

/** The file of a project folder with its servers. */
const PROJECT_FILE = ".goaltrace/mcp.json";

export type ServerFiles = {
  /** Absolute path of the operator's file; null for none. */
  readonly homeFile: string | null;
  readonly forbiddenFolders: readonly string[];
  readonly vault: Vault;
};

/** Something that keeps a server from being used. */
export type ServerProblem = { readonly source: McpSource; readonly name: string; readonly message: string };

/** The servers of a place, sorted by name, and what is wrong with others. */
export type ConfiguredServers = {
  readonly servers: readonly ConfiguredServer[];
  readonly problems: readonly ServerProblem[];
};

/** The servers of the operator's file and of a project folder. */
export type ReadFiles = { readonly home: ReadServers; readonly project: ReadServers };

/** Reads the files of servers that a place has. A file that cannot be read has a problem and no servers. */
export async function readServerFiles(files: ServerFiles, projectFolder: string | null): Promise<ReadFiles> {
  const [home, project] = await Promise.all([
    files.homeFile === null ? NOTHING : readServersFile(files.homeFile),
    projectFolder === null ? NOTHING : readProject(projectFolder, files.forbiddenFolders),
  ]);
  return { home, project };
}

type Place = { readonly workspaceId: string; readonly projectFolder: string | null };

/** Reads the files of a place and returns its servers, as `configuredServers` does. */
export async function readConfiguredServers(
  files: ServerFiles,
  place: Place,
  state: McpState,
): Promise<ConfiguredServers> {
  const read = await readServerFiles(files, place.projectFolder);
  return configuredServers(files, { ...place, read }, state);
}

/**
 * Returns the servers that a workspace and a project folder have: those of admins before those of the operator before those of the folder. Only the
 * first server of a name counts, so a project file can never replace a server that someone trusts.
 */
export function configuredServers(
  files: Pick<ServerFiles, "vault">,
  { workspaceId, projectFolder, read: { home, project } }: Place & { readonly read: ReadFiles },
  state: McpState,
): ConfiguredServers {
  const problems: ServerProblem[] = [];
  const servers = new Map<string, ConfiguredServer>();
  const add = (source: McpSource, named: NamedServer, own: Partial<ConfiguredServer>): void => {
    if (servers.has(named.name)) {
      problems.push({ source, name: named.name, message: "Another server has this name already." });
      return;
    }
    const digest = settingsDigest(named.settings, source);
    const sourceKey = source === "project" ? projectSource(projectFolder ?? "") : source;
    const known = { source, sourceKey, settingsDigest: digest, isEnabled: true, needsConsent: false };
    servers.set(named.name, { ...named, ...known, ...own });
  };
  for (const stored of state.servers) {
    const read = fromStored(stored, workspaceId, files.vault);
    if ("message" in read) problems.push({ source: "workspace", name: stored.name, message: read.message });
    else add("workspace", read, { isEnabled: stored.isEnabled });
  }
  for (const named of home.servers) add("home", named, {});
  for (const named of project.servers) {
    const digest = settingsDigest(named.settings, "project");
    const hasConsent = state.consents.some(
      ({ folder, server, settingsDigest: given }) =>
        folder === projectFolder && server === named.name && given === digest,
    );
    add("project", named, { needsConsent: !hasConsent });
  }
  for (const problem of home.problems) problems.push({ source: "home", ...problem });
  for (const problem of project.problems) problems.push({ source: "project", ...problem });
  return {
    servers: [...servers.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    problems,
  };
}

const NOTHING: ReadServers = { servers: [], problems: [] };

/** A project file may be a link to anywhere, so it is read as all files of projects. */
async function readProject(folder: string, forbiddenFolders: readonly string[]): Promise<ReadServers> {
  const file = await readProjectFile(folder, PROJECT_FILE, {
    ...{ maxBytes: SERVERS_FILE_MAX_BYTES, forbiddenFolders },
  });
  if (file.kind === "missing") return NOTHING;
  if (file.kind === "unreadable") return { servers: [], problems: [{ name: "", message: file.problem }] };
  try {
    return readServers(parseJson(file.text));
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { servers: [], problems: [{ name: "", message }] };
  }
}
