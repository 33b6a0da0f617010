import { shorten } from "./placeholder.ts";

/** Only this many characters at each end of a result are searched: programs report errors where they start or end. */
const SEARCHED_CHARACTERS = 8_000;
const MAX_LINE = 160;
/** `error: …`, `fatal: …`, `FAILED: …`, `TypeError: …`, `{"error": …}`, at the start of a line. */
const ERROR_LINE =
  /^[ \t]*(?:(?:error|fatal|fail(?:ed|ure)?|panic)(?:\[\w+\])?[ \t]*:[ \t]*(?!0\b|none\b|null\b)\S|[\w.]{0,80}(?:Error|Exception): |\{\s*"error"\s*:(?!\s*(?:null|false|""|\{\s*\}))|错误[：:]).*$/imu;
/** A test that failed, as common runners mark it. */
const FAILED_TEST = /^[ \t]*(?:FAIL(?:ED)?[ \t]+\S|✗ |✕ |not ok \d|--- FAIL: ).*$/mu;
/** Without the rest of its line: starting at each line and going back from its end would take most of the time of a search. */
const EXIT_CODE =
  /\b(?:exit(?:ed)?[ _-]?(?:with[ _-])?(?:code|status)|return[ _-]?code)\b["']?[ \t]*[:=]?[ \t]*["']?-?[1-9]\d{0,2}\b/iu;
/** Where lines end for the patterns. */
const LINE_ENDS = ["\n", "\r", "\u2028", "\u2029"];
const REST_OF_LINE = /^.*/u;
const STACK_TRACE =
  /^(?:Traceback \(most recent call last\)|thread '[^'\n]*' panicked|Exception in thread ).*$/mu;

/**
 * Returns the line with which a result reports an error although its call ended "ok": a shell that ran a failing program, a test run, an API
 * that answers with an error object. Undefined if none does. Not for the contents of files, which may quote any error.
 */
export function reportedError(output: string): string | undefined {
  const searched =
    output.length <= SEARCHED_CHARACTERS * 2
      ? output
      : `${output.slice(0, SEARCHED_CHARACTERS)}\n${output.slice(-SEARCHED_CHARACTERS)}`;
  const line =
    ERROR_LINE.exec(searched)?.[0] ??
    FAILED_TEST.exec(searched)?.[0] ??
    exitCodeLine(searched) ??
    STACK_TRACE.exec(searched)?.[0];
  return line === undefined ? undefined : shorten(line, MAX_LINE);
}

/** The line of the first exit code other than 0. */
function exitCodeLine(text: string): string | undefined {
  const at = EXIT_CODE.exec(text)?.index;
  if (at === undefined) return undefined;
  const start = Math.max(...LINE_ENDS.map((end) => text.lastIndexOf(end, at - 1))) + 1;
  return REST_OF_LINE.exec(text.slice(start))?.[0];
}
