import { isAbsolute, relative } from "node:path";

/** Variables that commands may see. Everything else could be a secret. */
const KEPT = new Set([
  ...["LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "JAVA_HOME", "GOROOT"],
  ...["PYENV_ROOT", "NVM_DIR", "RUSTUP_HOME", "VOLTA_HOME", "ASDF_DIR", "ASDF_DATA_DIR"],
]);

/** The name of the variable that marks every process of a command. */
export const PROCESS_MARKER = "GOALTRACE_PROCESS";

/**
 * Returns the environment of commands: an allow-list of the server's own variables, a search path without the project folder, and settings that keep
 * programs from asking, paging and calling home.
 */
export function commandEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  folder: string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && (KEPT.has(name) || name.startsWith("LC_")) ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(kept),
    PATH: searchPath(variables["PATH"], folder),
    HOME: variables["HOME"] ?? "/",
    SHELL: "/bin/bash",
    TMPDIR: "/tmp",
    TERM: "dumb",
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    NO_UPDATE_NOTIFIER: "1",
    npm_config_update_notifier: "false",
  };
}

const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Relative folders and those of the project could hold planted programs. */
function searchPath(path: string | undefined, folder: string): string {
  const folders = (path ?? "").split(":").filter((entry) => isAbsolute(entry) && isOutside(folder, entry));
  return folders.length === 0 ? SYSTEM_PATH : [...new Set(folders)].join(":");
}

function isOutside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === ".." || inner.startsWith("../") || isAbsolute(inner);
}
