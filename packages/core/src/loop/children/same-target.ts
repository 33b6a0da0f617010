import { commandParts } from "./command-parts.ts";

/** Characters of a name below which it says too little: such names occur in many commands. */
const TELLING_CHARACTERS = 3;

/**
 * Whether a call may achieve what a person denied: `denied` and `tried` are targets of `changedTarget`. True for the same target, for a command that
 * names the denied file or address, for a file that the denied command names, and for a command of which a part has a program of the denied one and another of its
 * words. It may be wrong in both directions; where it is true, a person decides.
 */
export function isSameTarget(denied: string, tried: string): boolean {
  if (denied === tried) return true;
  const [first, second] = [partsOf(denied), partsOf(tried)];
  if (first.kind === "command" && second.kind === "command") return repeatsCommand(first.text, second.text);
  if (first.kind === "command") return names(first.text, second);
  return second.kind === "command" && names(second.text, first);
}

type Target = { readonly kind: string; readonly text: string };

function partsOf(target: string): Target {
  const at = target.indexOf(":");
  return { kind: target.slice(0, at), text: target.slice(at + 1) };
}

/** Whether a command or program text names a file or an address, by its whole name or by its last part. */
function names(command: string, { kind, text }: Target): boolean {
  if (kind === "url") return URL.canParse(text) && command.includes(new URL(text).host);
  if (kind !== "path" || text.length < TELLING_CHARACTERS) return false;
  const words = wordsOf(command).map((word) => word.replace(/^(?:\.\/)+/u, ""));
  const last = text.slice(text.lastIndexOf("/") + 1);
  return words.some(
    (word) =>
      word === text ||
      word.endsWith(`/${text}`) ||
      (last.length >= TELLING_CHARACTERS && (word === last || word.endsWith(`/${last}`))),
  );
}

/** Whether any program of the denied command is in a part of the tried one with another of its words. */
function repeatsCommand(denied: string, tried: string): boolean {
  // A command may name by its folder what another names by its path.
  const entered = Array.from(tried.matchAll(/\bcd\s+["']?(?<folder>[^\s"';&|]+)/gu), ([, folder]) => folder);
  const parts = commandParts(tried).map((words) => new Set([...words, ...entered]));
  return commandParts(denied).some(([program, ...others]) =>
    parts.some(
      (words) =>
        program !== undefined &&
        words.has(program) &&
        (others.length === 0 || others.some((word) => words.has(word))),
    ),
  );
}

/** The words of a command or program, without quotes, brackets and operators. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s"'`()[\]{}<>|&;,=$\\]+/u).filter((word) => word !== "");
}
