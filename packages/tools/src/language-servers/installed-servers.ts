import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { commandEnvironment } from "../process/command-environment.ts";
import { SERVER_KINDS, type ServerKind } from "./server-kinds.ts";
import { INSTALL_LIMIT_MS } from "./tunables.ts";

/** The language servers that are installed on this machine. */
export type InstalledServers = {
  /** Returns the folder of the packages of a server; null while it is not installed. */
  modules(this: void, kind: ServerKind): Promise<string | null>;
  /** Installs the packages of a server as they are pinned, without running their scripts. Errors: `Error`, with npm's reason. */
  install(this: void, kind: ServerKind, signal: AbortSignal): Promise<void>;
};

export type InstallOptions = {
  /** Absolute path of the folder that holds them. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/** Opens the folder of the installed servers, which need not exist. */
export function openInstalledServers({ folder, variables }: InstallOptions): InstalledServers {
  const place = ({ name, packages }: ServerKind): string =>
    join(folder, `${name}-${packages?.map(({ version }) => version).join("-") ?? ""}`);
  const modules = async (kind: ServerKind): Promise<string | null> => {
    if (kind.packages === null) return "";
    const path = join(place(kind), "node_modules");
    return (await stat(path).catch(() => null)) === null ? null : path;
  };
  return {
    modules,
    install: async (kind, signal) => {
      if ((await modules(kind)) !== null) return;
      await mkdir(folder, { recursive: true });
      const work = await mkdtemp(join(folder, "new-"));
      try {
        await Promise.all([
          writeFile(join(work, "package.json"), JSON.stringify(manifest(kind))),
          writeFile(join(work, "package-lock.json"), JSON.stringify(lockFile(kind))),
        ]);
        await npmInstall(work, variables, signal);
        // Renamed as a whole, so that an interrupted installation does not count.
        await rename(work, place(kind));
      } catch (thrown) {
        if ((await modules(kind)) === null) throw thrown;
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
  };
}

/** A server and whether it can be used: `missing` ones are installed on first use, `absent` ones by people. */
export type ServerState = {
  readonly name: string;
  readonly label: string;
  readonly state: "installed" | "missing" | "absent";
};

/** Returns the state of every server that is known. */
export async function listServerStates(options: InstallOptions): Promise<readonly ServerState[]> {
  const { modules } = openInstalledServers(options);
  return await Promise.all(
    SERVER_KINDS.map(async (kind): Promise<ServerState> => {
      const { name, label, packages } = kind;
      if (packages === null)
        return {
          name,
          label,
          state: (await isOnPath(name, options.variables["PATH"] ?? "")) ? "installed" : "absent",
        };
      return { name, label, state: (await modules(kind)) === null ? "missing" : "installed" };
    }),
  );
}

async function isOnPath(program: string, path: string): Promise<boolean> {
  const found = await Promise.all(
    path.split(delimiter).map(async (folder) => await stat(join(folder, program)).catch(() => null)),
  );
  return found.some((file) => file?.isFile() === true);
}

async function npmInstall(
  folder: string,
  variables: InstallOptions["variables"],
  signal: AbortSignal,
): Promise<void> {
  const arguments_ = [
    "ci",
    "--ignore-scripts",
    "--omit=optional",
    "--no-audit",
    "--no-fund",
    "--no-progress",
  ];
  try {
    await promisify(execFile)("npm", arguments_, {
      ...{ cwd: folder, signal, timeout: INSTALL_LIMIT_MS },
      // Where Next.js is compiled, its types require a variable that npm must not inherit.
      // eslint-disable-next-line local/no-restricted-syntax -- as above
      env: commandEnvironment(variables, folder) as NodeJS.ProcessEnv,
    });
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const line = said.split("\n").find((text) => text.startsWith("npm error")) ?? said.split("\n")[0] ?? "";
    throw new Error(`npm could not install it: ${line.slice(0, 300)}`, { cause: thrown });
  }
}

function manifest({ packages }: ServerKind): object {
  const dependencies = Object.fromEntries((packages ?? []).map(({ name, version }) => [name, version]));
  return { private: true, dependencies };
}

/** npm accepts only packages with these digests, from whichever registry this machine uses. */
function lockFile(kind: ServerKind): object {
  const packages = Object.fromEntries(
    (kind.packages ?? []).map(
      ({ name, version, integrity }) => [`node_modules/${name}`, { version, integrity }] as const,
    ),
  );
  return {
    lockfileVersion: 3,
    requires: true,
    packages: { "": manifest(kind), ...packages },
  };
}
