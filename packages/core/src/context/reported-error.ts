import { shorten } from "./placeholder.ts";

/** Only this many characters at each end of a result are searched: programs report errors where they start or end. */
const SEARCHED_CHARACTERS = 8_000;
const MAX_LINE = 160;
/** `error: …`, `fatal: …`, `FAILED: …`, `TypeError: …`, `{"error": …}`, at the start of a line. */
const ERROR_LINE =
  /^[ \t]*(?:(?:error|fatal|fail(?:ed|ure)?|panic)(?:\[\w+\])?[ \t]*:[ \t]*(?!0\b|none\b|null\b)\S|[\w.]{0,80}(?:Error|Exception): |\{\s*"error"\s*:(?!\s*(?:null|false|""|\{\s*\}))|错误[：:]).*$/imu;
/** A test that failed, as common runners mark it. */
const FAILED_TEST = /^[ \t]*(?:FAIL(?:ED)?[ \t]+\S|✗ |✕ |not ok \d|--- FAIL: ).*$/mu;
const EXIT_CODE =
  /^.*\b(?:exit(?:ed)?[ _-]?(?:with[ _-])?(?:code|status)|return[ _-]?code)\b["']?[ \t]*[:=]?[ \t]*["']?-?[1-9]\d{0,2}\b.*$/imu;
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
  for (const pattern of [ERROR_LINE, FAILED_TEST, EXIT_CODE, STACK_TRACE]) {
    const line = pattern.exec(searched)?.[0];
    if (line !== undefined) return shorten(line, MAX_LINE);
  }
  return undefined;
}
