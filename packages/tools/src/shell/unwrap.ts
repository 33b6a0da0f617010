import type { StaticWord } from "./static-word.ts";

/**
 * The command or script that a command runs besides itself. `inner`: another command; `isTransparent` if the wrapper adds nothing of its own, `isOpen` if further words
 * follow that are known only at run time. `script`: the text of a shell. `unclear`: something that rules cannot know; `why` ends a sentence.
 */
export type Unwrapped =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "inner";
      readonly words: readonly (StaticWord | null)[];
      readonly assignments: readonly string[];
      readonly isTransparent: boolean;
      readonly isOpen: boolean;
    }
  | { readonly kind: "script"; readonly text: string; readonly isTransparent: boolean }
  | { readonly kind: "unclear"; readonly why: string };

type Words = readonly (StaticWord | null)[];

const NOTHING: Unwrapped = { kind: "nothing" };
const unclear = (why: string): Unwrapped => ({ kind: "unclear", why });

/** Options of wrappers: those without a value, and those with one. Another option makes the command unclear. */
type WrapperOptions = { readonly flags: readonly string[]; readonly values: readonly string[] };
/** `operands`: words of its own before the command. */
type Wrapper = WrapperOptions & { readonly isTransparent: boolean; readonly operands: number };

const NONE: WrapperOptions = { flags: [], values: [] };

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["time", { flags: ["-p"], values: [], isTransparent: true, operands: 0 }],
  ["nice", { flags: [], values: ["-n", "--adjustment"], isTransparent: true, operands: 0 }],
  ["ionice", { flags: [], values: ["-c", "-n"], isTransparent: true, operands: 0 }],
  [
    "timeout",
    {
      flags: ["--foreground", "--preserve-status", "-v", "--verbose"],
      values: ["-k", "--kill-after", "-s", "--signal"],
      isTransparent: true,
      operands: 1,
    },
  ],
  ["stdbuf", { flags: [], values: ["-o", "-e", "-i"], isTransparent: true, operands: 0 }],
  ["command", { flags: ["-p"], values: [], isTransparent: true, operands: 0 }],
  ["builtin", { ...NONE, isTransparent: false, operands: 0 }],
  ["exec", { flags: ["-c", "-l"], values: ["-a"], isTransparent: false, operands: 0 }],
  ["nohup", { ...NONE, isTransparent: false, operands: 0 }],
  ["setsid", { flags: ["-f", "-w", "-c"], values: [], isTransparent: false, operands: 0 }],
  ["coproc", { ...NONE, isTransparent: false, operands: 0 }],
  [
    "sudo",
    { flags: ["-E", "-H", "-n", "-S", "-i", "-b"], values: ["-u", "-g"], isTransparent: false, operands: 0 },
  ],
  ["doas", { flags: ["-n"], values: ["-u"], isTransparent: false, operands: 0 }],
  ["busybox", { ...NONE, isTransparent: false, operands: 0 }],
  ["chroot", { ...NONE, isTransparent: false, operands: 1 }],
  ["watch", { flags: ["-d", "-t", "-x"], values: ["-n"], isTransparent: false, operands: 0 }],
  ["flock", { flags: ["-n", "-x", "-s"], values: ["-w"], isTransparent: false, operands: 1 }],
  ["npx", { flags: ["-y", "--yes", "--no"], values: ["-p", "--package"], isTransparent: false, operands: 0 }],
]);

const SHELLS = new Set(["bash", "sh", "dash", "zsh", "ksh"]);
const XARGS: WrapperOptions = {
  flags: ["-0", "--null", "-r", "--no-run-if-empty", "-t", "-x"],
  values: ["-n", "-P", "-L", "-d", "-s", "-I", "--max-args", "--max-procs"],
};
/** Programs that prepare the packages of a project and run a command with them: `uv run pytest`. */
const RUNNERS = new Set(["uv", "poetry", "pipenv"]);
const FIND_EXEC = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Returns what a command runs, given by its program as rules name it and its words after that. */
export function unwrap(program: string, words: Words): Unwrapped {
  if (SHELLS.has(program)) return unwrapShell(words);
  if (program === "env") return unwrapEnv(words);
  if (program === "xargs") return unwrapXargs(words);
  if (program === "find") return unwrapFind(words);
  if (program === "ssh") return unwrapSsh(words);
  if (program === "rg") return unwrapRipgrep(words);
  if (RUNNERS.has(program)) return unwrapRun(words);
  if (program === "command" && /^-[vV]$/u.test(words[0]?.text ?? "")) return NOTHING;
  const wrapper = WRAPPERS.get(program);
  if (wrapper === undefined) return NOTHING;
  const rest = skipOptions(words, wrapper);
  if (rest === null) return unclear(`uses options of ${program} that rules do not know`);
  const inner = rest.slice(wrapper.operands);
  if (inner.length === 0) return NOTHING;
  return {
    kind: "inner",
    words: inner,
    assignments: [],
    isTransparent: wrapper.isTransparent,
    isOpen: false,
  };
}

/** Drops the leading options; null for one that is unknown. */
function skipOptions(words: Words, { flags, values }: WrapperOptions): Words | null {
  let index = 0;
  for (; index < words.length; index += 1) {
    const text = words[index]?.text;
    if (text === undefined || !text.startsWith("-") || text === "-") break;
    if (text === "--") return words.slice(index + 1);
    if (values.includes(text)) index += 1;
    else if (!flags.includes(text) && !values.some((value) => hasValue(text, value))) return null;
  }
  return words.slice(index);
}

/** `-n10`, `-10` as nice takes it, `--signal=KILL`. */
function hasValue(text: string, option: string): boolean {
  if (option.startsWith("--")) return text.startsWith(`${option}=`);
  return (text.startsWith(option) && text.length > 2) || /^-\d+$/u.test(text);
}

/** `bash -c SCRIPT`, with only harmless letters beside the `c`. */
function unwrapShell(words: Words): Unwrapped {
  const [option, script, ...more] = words;
  if (option?.text === "--version") return NOTHING;
  if (option === undefined || option === null || !/^-[celux]*c$/u.test(option.text))
    return unclear("runs a shell with commands that rules do not see");
  if (script === undefined || script === null) return unclear("runs a script that is known only at run time");
  const isPlain = option.text === "-c" && more.length === 0;
  return { kind: "script", text: script.text, isTransparent: isPlain };
}

/** Rules that deny the command deny it here too; whether it is free, the runner decides with it, because it runs code of the project first. */
function unwrapRun(words: Words): Unwrapped {
  if (words[0]?.text !== "run" || words.length < 2) return NOTHING;
  return { kind: "inner", words: words.slice(1), assignments: [], isTransparent: false, isOpen: false };
}

function unwrapEnv(words: Words): Unwrapped {
  const isOption = (word: StaticWord | null | undefined): boolean => word?.text.startsWith("-") === true;
  const rest = skipOptions(words, {
    flags: ["-i", "-", "--ignore-environment"],
    values: ["-u", "--unset", "-C"],
  });
  if (rest === null) return unclear("uses options of env that rules do not know");
  const first = rest.findIndex((word) => word === null || !/^\w+=/u.test(word.text));
  if (first < 0) return NOTHING;
  const assignments = rest.slice(0, first).flatMap((word) => (word === null ? [] : [word.text]));
  const isTransparent = !isOption(words[0]);
  return { kind: "inner", words: rest.slice(first), assignments, isTransparent, isOpen: false };
}

function unwrapXargs(words: Words): Unwrapped {
  const rest = skipOptions(words, XARGS);
  if (rest === null) return unclear("uses options of xargs that rules do not know");
  if (rest.length === 0) return NOTHING;
  const replaces = words.some((word) => word?.text.startsWith("-I") === true);
  if (replaces && (rest[0] === null || rest[0]?.text.includes("{}") === true))
    return unclear("runs programs that are known only at run time");
  return { kind: "inner", words: rest, assignments: [], isTransparent: true, isOpen: true };
}

function unwrapFind(words: Words): Unwrapped {
  const at = words.findIndex((word) => word !== null && FIND_EXEC.has(word.text));
  if (at < 0) return NOTHING;
  const after = words.slice(at + 1);
  const end = after.findIndex((word) => word?.text === ";" || word?.text === "+");
  const inner = end < 0 ? after : after.slice(0, end);
  const rest = end < 0 ? [] : after.slice(end + 1);
  const isTwice = rest.some((word) => word === null || FIND_EXEC.has(word.text));
  const [program] = inner;
  if (isTwice || program === undefined || program === null || program.text.includes("{}"))
    return unclear("runs programs that rules do not see");
  const isTransparent = words[at]?.text === "-exec";
  return { kind: "inner", words: inner, assignments: [], isTransparent, isOpen: true };
}

function unwrapSsh(words: Words): Unwrapped {
  const rest = skipOptions(words, { flags: ["-A", "-q", "-t", "-v", "-x"], values: ["-i", "-l", "-p"] });
  if (rest === null) return unclear("uses options of ssh that rules do not know");
  const remote = rest.slice(1);
  if (remote.length === 0) return NOTHING;
  if (remote.includes(null)) return unclear("runs a remote command that is known only at run time");
  return { kind: "script", text: remote.map((word) => word?.text ?? "").join(" "), isTransparent: false };
}

function unwrapRipgrep(words: Words): Unwrapped {
  const at = words.findIndex((word) => word !== null && /^--pre(?:=|$)/u.test(word.text));
  if (at < 0) return NOTHING;
  const own = words[at]?.text.split("=").slice(1).join("=") ?? "";
  const program = own === "" ? (words[at + 1] ?? null) : { text: own, isGlob: false };
  return { kind: "inner", words: [program], assignments: [], isTransparent: false, isOpen: true };
}
