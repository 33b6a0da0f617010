/** One call of a recorded session, by the name and the arguments of our own tool that does the same. */
export type RecordedCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** A call as the recording agent named it; `folder` is where it worked then, null if the recording does not say; `turn` counts requests of the person. */
export type ForeignCall = {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly folder: string | null;
  readonly turn: number;
};

type Reading = (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

const PATH: Reading = (input) => ({
  path: input.file_path ?? input.filePath ?? input.notebook_path ?? input.path ?? ".",
});
const COMMAND: Reading = (input) => ({
  command: input.command ?? input.cmd ?? "",
  ...(input.run_in_background === true ? { background: true } : {}),
});
const NOTHING: Reading = () => ({});

type Counterpart = { readonly tool: string; readonly read: Reading; readonly names: readonly string[] };

/** Our tools, each with its names among other agents. Tools that are missing here have no counterpart. */
const COUNTERPARTS: readonly Counterpart[] = [
  {
    tool: "bash_command",
    read: COMMAND,
    names: ["Bash", "bash", "exec_command", "run_terminal_command_v2", "run_terminal_cmd"],
  },
  { tool: "read_file", read: PATH, names: ["Read", "read", "read_file", "read_file_v2"] },
  { tool: "edit_file", read: PATH, names: ["Edit", "MultiEdit", "edit", "edit_file_v2", "search_replace"] },
  { tool: "write_file", read: PATH, names: ["Write", "write"] },
  { tool: "grep_content", read: PATH, names: ["Grep", "grep", "ripgrep_raw_search"] },
  { tool: "glob_files", read: PATH, names: ["Glob", "glob", "glob_file_search"] },
  { tool: "list_directory", read: PATH, names: ["LS", "list", "list_dir"] },
  { tool: "webfetch", read: ({ url }) => ({ url }), names: ["WebFetch", "webfetch"] },
  {
    tool: "todo",
    read: NOTHING,
    names: [
      "TodoWrite",
      "TaskCreate",
      "TaskUpdate",
      "TaskList",
      "TaskGet",
      "todowrite",
      "update_plan",
      "todo_write",
    ],
  },
  { tool: "process_output", read: NOTHING, names: ["TaskOutput", "BashOutput", "write_stdin"] },
  { tool: "stop_process", read: NOTHING, names: ["KillShell", "TaskStop"] },
];

/** Files that a patch of Codex changes; each is a call of `edit_file`. */
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu;

/** Returns an argument of a call; "" if it is not a text. */
export function textOf(argument: unknown): string {
  return typeof argument === "string" ? argument : "";
}

/** Returns our calls for one of another agent; empty where we have no such tool. */
export function counterparts({ name, input, folder }: Omit<ForeignCall, "turn">): readonly RecordedCall[] {
  if (name === "apply_patch")
    return [...textOf(input.input).matchAll(PATCHED)].map(([, path]) => ({
      tool: "edit_file",
      input: { path: absolute(path ?? "", folder) },
    }));
  const found = COUNTERPARTS.find(({ names }) => names.includes(name));
  if (found === undefined) return [];
  const { tool, read } = found;
  const own = read(input);
  return [{ tool, input: typeof own.path === "string" ? { path: absolute(own.path, folder) } : own }];
}

function absolute(path: string, folder: string | null): string {
  return folder === null || /^(?:\/|[A-Za-z]:\\)/u.test(path) ? path : `${folder}/${path}`;
}
