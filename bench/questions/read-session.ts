import { posix } from "node:path";
import { counterparts, type ForeignCall, type RecordedCall, textOf } from "./recorded-call.ts";

/**
 * A task of a recorded session: what its agent called between a request of a person and the next one, in order, the project folder that it worked in, and the
 * names of calls that have no counterpart among our tools.
 */
export type RecordedTask = {
  readonly folder: string;
  readonly calls: readonly RecordedCall[];
  readonly foreign: readonly string[];
};

/** A task changes files and runs commands; shorter answers are conversation. */
const MIN_CALLS = 10;
const MIN_COMMANDS = 3;

/**
 * Reads the first task of the main agent in a recorded session, or the whole session if it has none: a transcript of Claude Code or Codex (JSON lines), of OpenCode (JSON), or one that
 * SpecStory wrote (Markdown).
 */
export function readSession(text: string): RecordedTask {
  const made = text.startsWith("<!--")
    ? readMarkdown(text)
    : text.startsWith("{\n")
      ? readOpenCode(text)
      : readLines(text);
  const folder = projectFolder(made);
  const turns = [...new Set(made.map(({ turn }) => turn))].map((turn) =>
    made.filter((call) => call.turn === turn),
  );
  const own = (turns.find(isTask) ?? made).map((call) => ({ call, calls: counterparts(call) }));
  return {
    folder,
    // A shell keeps the folder between calls; ours starts each in the project folder.
    calls: own.flatMap(({ call, calls }) => calls.map((each) => inFolder(each, call.folder, folder))),
    foreign: own.filter(({ calls }) => calls.length === 0).map(({ call }) => call.name),
  };
}

function isTask(calls: readonly ForeignCall[]): boolean {
  const tools = calls.flatMap(counterparts).map(({ tool }) => tool);
  const commands = tools.filter((tool) => tool === "bash_command").length;
  const changesFiles = tools.some((tool) => tool === "edit_file" || tool === "write_file");
  return calls.length >= MIN_CALLS && commands >= MIN_COMMANDS && changesFiles;
}

function inFolder(call: RecordedCall, current: string | null, folder: string): RecordedCall {
  const { command } = call.input;
  if (typeof command !== "string" || current === null || current === folder) return call;
  return { ...call, input: { ...call.input, command: `cd ${current} && ${command}` } };
}

/** The topmost folder of the calls: sessions start in the project folder, and seldom leave it. */
function projectFolder(calls: readonly ForeignCall[]): string {
  const folders = calls.flatMap(({ folder }) => (folder === null ? [] : [folder]));
  const first = folders[0] ?? firstFolder(calls);
  const isBelow = (folder: string): boolean =>
    [`${folder}/`, `${folder}\\`].some((above) => first.startsWith(above));
  return folders.filter(isBelow).toSorted((one, other) => one.length - other.length)[0] ?? first;
}

/** For recordings that do not say it: where the first command goes, if it holds files of the task, else what the paths of all files have in common. */
function firstFolder(calls: readonly ForeignCall[]): string {
  const paths = calls.map(({ input }) => textOf(input.path)).filter((path) => path.startsWith("/"));
  const entered = calls
    .map(({ input }) => /^cd (\/[^\s&;]+) &&/u.exec(textOf(input.command))?.[1])
    .find((folder) => paths.length === 0 || paths.some((path) => path.startsWith(`${folder ?? ""}/`)));
  if (entered !== undefined) return entered;
  return paths.reduce(
    (common, path) => {
      let folder = common;
      while (!path.startsWith(`${folder}/`) && folder !== "/") folder = posix.dirname(folder);
      return folder;
    },
    posix.dirname(paths[0] ?? "/project/x"),
  );
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function parse(line: string): Fields {
  try {
    return fields(JSON.parse(line));
  } catch {
    // The end of a recording may be missing.
    return {};
  }
}

/** Claude Code: blocks `tool_use` of its main chain. Codex: items `function_call` and `custom_tool_call`. */
function readLines(content: string): readonly ForeignCall[] {
  const calls = new Map<string, ForeignCall>();
  let folder: string | null = null;
  let turn = 0;
  for (const line of content.split("\n").map(parse)) {
    const payload = fields(line.payload);
    folder = text(line.cwd) ?? text(payload.cwd) ?? folder;
    if (line.isSidechain === true) continue;
    if (payload.type === "user_message" || (line.type === "user" && isRequest(line))) turn += 1;
    for (const { id, name, input } of line.type === "assistant" ? toolUses(line) : [])
      calls.set(String(id), { name: String(name), input: fields(input), folder, turn });
    if (payload.type !== "function_call" && payload.type !== "custom_tool_call") continue;
    const input = payload.type === "function_call" ? parse(String(payload.arguments)) : payload;
    calls.set(String(payload.call_id), {
      name: String(payload.name),
      input,
      folder: text(input.workdir) ?? folder,
      turn,
    });
  }
  return [...calls.values()];
}

function toolUses(line: Fields): readonly Fields[] {
  return list(fields(line.message).content).filter(({ type }) => type === "tool_use");
}

/** Results of tools, and texts that the program adds on its own, are messages of the person too. */
function isRequest(line: Fields): boolean {
  const { content } = fields(line.message);
  return (
    line.isMeta !== true &&
    (typeof content === "string" || list(content).every(({ type }) => type !== "tool_result"))
  );
}

function readOpenCode(content: string): readonly ForeignCall[] {
  const session = parse(content);
  const folder = text(fields(session.info).directory);
  let turn = 0;
  return list(session.messages).flatMap(({ info, parts }) => {
    if (fields(info).role === "user") turn += 1;
    return list(parts)
      .filter(({ type }) => type === "tool")
      .map(({ tool, state }) => {
        const input = fields(fields(state).input);
        return { name: String(tool), input, folder: text(input.workdir) ?? folder, turn };
      });
  });
}

const TOOL_USE = /<tool-use data-tool-type="[^"]*" data-tool-name="([^"]+)">([\s\S]*?)<\/tool-use>/gu;

/** SpecStory: one element for each call; commands in a code span or block before their output. */
function readMarkdown(content: string): readonly ForeignCall[] {
  return content
    .split(/^_\*\*User\b/mu)
    .flatMap((part, turn) => readElements(part).map((call): ForeignCall => ({ ...call, turn })));
}

function readElements(content: string): readonly Omit<ForeignCall, "turn">[] {
  return [...content.matchAll(TOOL_USE)].flatMap(([, name = "", body = ""]) => {
    const command =
      /```(?:bash|shell|sh)\n([\s\S]*?)\n```/u.exec(body)?.[1] ??
      /<\/summary>\n(?:[^`\n]*\n\n?)?\n?`([^\n]+)`\n/u.exec(body)?.[1];
    const path =
      /(?:Edit|Read|Create|Write|Delete) file: ([^\n<]+)<\/summary>/u.exec(body)?.[1] ??
      / (\/[^\s`]+) has been (?:updated|created)/u.exec(body)?.[1] ??
      /The file (\/\S+)/u.exec(body)?.[1] ??
      /`([^`\n]+)`/u.exec(body)?.[1];
    // Some recordings repeat an element without its contents.
    if (command === undefined && path === undefined) return [];
    return [{ name, input: { command: command ?? "", path: path ?? "." }, folder: null }];
  });
}
