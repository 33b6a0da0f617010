import { parseJson } from "../../parse-json.ts";
/** One result in the log of an agent. */
export type Receipt = {
  readonly sequence: number;
  readonly callId: string;
  readonly tool: string;
  /** The arguments of its call, as JSON. */
  readonly input: string;
  readonly output: string;
  /** True if the call did not succeed, or its result reports an error although it did. */
  readonly isFailure: boolean;
};

/** The part of a receipt that is known before the call runs: its tool and its arguments. */
export type Call = Pick<Receipt, "tool" | "input">;

const READING_TOOL = /^(?:read|grep|glob|list|search|find|get|goal|todo|ask_|calculator|current_)/u;
/** Tools that change files of the project. The log has an event for each change. */
const FILE_TOOL = /^(?:edit|write|create|delete|move|rename|multi_?edit|apply_patch|patch|undo)(?:_|$)/u;
/** Programs that change nothing, at the start of a part of a command line. */
const READING_PROGRAM =
  /^(?:cat|bat|head|tail|less|more|ls|tree|stat|wc|file|find|fd|rg|grep|egrep|ag|awk|cut|sort|uniq|jq|echo|printf|pwd|cd|which|true|sed -n|git (?:--no-pager )?(?:status|diff|log|show|grep|blame|ls-files))(?:\s|$)/u;
const SEARCHING_PROGRAM = /^(?:rg|grep|egrep|ag|fd|find|git (?:--no-pager )?grep)\b/u;
const REDIRECTION = /(?<!\d)>{1,2}\s*(?!\/dev\/null|&)[\w./~"'$-]/u;
const REHEARSED_COMMAND =
  /--dry[-_]?run\b(?!=(?:none|false))|--what-?if\b|--noop\b|--simulate\b|"(?:dry_?run|dryRun|simulate|preview)"\s*:\s*true|\bterraform plan\b|\bansible\S* [^"]*--check\b/iu;
const REHEARSED_OUTPUT =
  /\(dry[ -]?run\)|^\W*dry[ -]?run\b|\bdry[ -]?run (?:mode|only|complete|finished|succeeded|successful)\b|"dry_?run"\s*:\s*true|\bno changes? (?:was|were) made\b|\bnothing (?:was|has been) (?:deployed|published|sent|changed|uploaded)\b/imu;
/** Notices of results that are not the whole thing. */
const PARTIAL =
  /\[[^\]\n]{0,200}(?:continue with offset|read on|lines \d+ ?[–-] ?\d+ of|characters \d+ to \d+ of|only the first|truncated|earlier bytes not kept|omitted|of \d[\d,]* (?:matches|lines|results) shown)[^\n]{0,200}\]|^\W*(?:output |results? )?truncated\b|^\W*(?:\.{3}|…) ?[([]?\d[\d,]* more\b|"(?:truncated|has_?more|is_?truncated)"\s*:\s*true/imu;
const READS_A_PART = /\b(?:head|tail|sed -n)\b/u;
/** The number of lines at the start or end of a file that a command asks for. */
const ASKED_LINES = /\b(?:head|tail) (?:-n ?|-|--lines=)(?<most>\d+)\b|\bsed -n ["']?1,(?<last>\d+)p/u;
const NOTHING =
  /^\s*$|^\s*(?:\[\s*\]|\{\s*\}|null|none|\(no output\)|no (?:matches|results|hits|output|files)[^\n]{0,80})\s*$/iu;
/** The last line of a command's result, which says how it ended. */
export const ENDING = /\n?\[?exit code:? (?<code>-?\d+)\b[^\n]{0,80}$/iu;

/** The command line of a call; empty if it has none. */
export function commandOf({ input }: Call): string {
  try {
    const parsed = parseJson(input);
    const isCommand = typeof parsed === "object" && parsed !== null && "command" in parsed;
    return isCommand && typeof parsed.command === "string" ? parsed.command.trim() : "";
  } catch {
    return "";
  }
}

/** True for calls that only look at something. */
export function isReading(call: Call): boolean {
  if (READING_TOOL.test(call.tool)) return true;
  const command = commandOf(call);
  return (
    command !== "" && !REDIRECTION.test(command) && parts(command).every((part) => READING_PROGRAM.test(part))
  );
}

/** True for calls that look for something. */
export function isSearch(call: Call): boolean {
  return /^(?:grep|glob|search|find)/u.test(call.tool) || isSearchCommand(commandOf(call));
}

/** True if the first program of a command line looks for something: its exit code 1 means that nothing was found. */
export function isSearchCommand(command: string): boolean {
  return SEARCHING_PROGRAM.test(command);
}

/** True for tools that change files of the project. */
function isFileTool({ tool }: Call): boolean {
  return FILE_TOOL.test(tool);
}

/** True for calls that can have an effect outside of the files: commands and requests. */
export function isActing(call: Call): boolean {
  return !isReading(call) && !isFileTool(call);
}

/** True for a call that only showed what it would do. */
export function isRehearsal({ input, output }: Receipt): boolean {
  return REHEARSED_COMMAND.test(input) || REHEARSED_OUTPUT.test(output.slice(0, 4_000));
}

/** True for a result that is only a part of what was read. */
export function isPartial(receipt: Receipt): boolean {
  const command = commandOf(receipt);
  if (PARTIAL.test(receipt.output)) return true;
  if (!READS_A_PART.test(command)) return false;
  const asked = ASKED_LINES.exec(command)?.groups;
  const most = Number(asked?.["most"] ?? asked?.["last"] ?? 0);
  // With fewer lines than it asks for, the file has no more.
  const lines = receipt.output.trimEnd().replace(ENDING, "").split("\n").length;
  return most === 0 || lines >= most;
}

/** True for a result without content; the line about how a command ended does not count as content. */
export function isEmpty({ output }: Receipt): boolean {
  return NOTHING.test(output.trimEnd().replace(ENDING, ""));
}

/** True if a call or its result names a path. */
export function namesPath({ input, output }: Receipt, path: string): boolean {
  return input.includes(path) || output.includes(path);
}

function parts(command: string): readonly string[] {
  return command
    .split(/&&|\|\||[;|\n]/u)
    .map((part) => part.trim().replace(/^(?:\w+=\S* )*(?:sudo |time |nice )?/u, ""))
    .filter((part) => part !== "");
}
