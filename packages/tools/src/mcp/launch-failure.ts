import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import type { ServerLaunch } from "./launch-server.ts";

/** Why the process of a server cannot be started. */
export type LaunchFailure =
  | { readonly kind: "folder_missing"; readonly folder: string }
  | { readonly kind: "sandbox_missing"; readonly program: string }
  | { readonly kind: "command_missing"; readonly command: string }
  | { readonly kind: "command_not_executable"; readonly command: string }
  /** The command is there, but what runs it is not, or the sandbox does not show it. */
  | { readonly kind: "command_unusable"; readonly command: string };

/** A server whose process cannot be started until a person changes something. Its message says what. */
export class LaunchFailed extends Error {
  readonly failure: LaunchFailure;

  constructor(failure: LaunchFailure, options?: ErrorOptions) {
    super(textOf(failure), options);
    this.name = "LaunchFailed";
    this.failure = failure;
  }
}

/** Throws `LaunchFailed` for a folder that is not there: the system blames the command for that. */
export function assertFolder(folder: string): void {
  if (!isFolder(folder)) throw new LaunchFailed({ kind: "folder_missing", folder });
}

/**
 * Returns why a process did not start, or ended at once, by looking at the file system: the system's error does not name the folder or program that is
 * missing. `written` is the output of the process or of the programs in front of it, null if none of them started. Returns null for a process that ended
 * on its own.
 */
export function launchFailure(launch: ServerLaunch, written: string | null): LaunchFailure | null {
  const { command, file, folder } = launch;
  if (!isFolder(folder)) return { kind: "folder_missing", folder };
  if (file !== command && findProgram(launch, file) === null)
    return { kind: "sandbox_missing", program: file };
  if (written !== null && !isBlamed(launch, written)) return null;
  const found = findProgram(launch, command);
  if (found === null) return { kind: "command_missing", command };
  return { kind: found === "executable" ? "command_unusable" : "command_not_executable", command };
}

/** Whether a program in front of the command says that it could not start it. The reason that it gives is in the language of the system. */
function isBlamed({ command }: ServerLaunch, written: string): boolean {
  return written
    .split("\n")
    .some((line) =>
      ["bwrap: execvp ", "bash: ", "nice: "].some(
        (start) => line.startsWith(start) && namesCommand(line, command),
      ),
    );
}

/** The command ends its part of the line, with or without quotes. */
function namesCommand(line: string, command: string): boolean {
  return [": ", "': ", "’: "].some((end) => line.includes(`${command}${end}`));
}

/** Looks for a program as the system does. */
function findProgram({ environment, folder }: ServerLaunch, program: string): "executable" | "file" | null {
  const folders = program.includes("/") ? [folder] : (environment["PATH"] ?? "").split(delimiter);
  const files = folders.map((path) => resolve(path, program)).filter((path) => existsSync(path));
  if (files.some(isExecutable)) return "executable";
  return files.length === 0 ? null : "file";
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function textOf(failure: LaunchFailure): string {
  switch (failure.kind) {
    case "folder_missing":
      return `The project folder ${failure.folder} is not there. Restore it, or choose another folder under Settings, Folders.`;
    case "sandbox_missing":
      return `The program ${failure.program}, which runs the sandbox, was not found. Install bubblewrap again.`;
    case "command_missing":
      return `The command ${failure.command} was not found. Install it, or enter its whole path in the settings of the server.`;
    case "command_not_executable":
      return `The command ${failure.command} is a file that must not be executed. Make it executable, or enter the program that runs it as the command.`;
    case "command_unusable":
      return `The command ${failure.command} exists, but cannot be started: the program that its first line names is missing, or the sandbox does not show it.`;
  }
}
