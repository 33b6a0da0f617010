import { reportedError } from "../../context/reported-error.ts";
import { commandOf, ENDING, isReading, isSearchCommand, type Receipt } from "./receipt-kinds.ts";

/** A status of HTTP that means failure, as clients print it. */
const HTTP_FAILURE =
  /\b(?:HTTP(?:\/[\d.]+)?|status(?:[ _-]?code)?)["']?[ \t]*[:=]?[ \t]*["']?[45]\d\d\b|^[45]\d\d [A-Z][a-z]+/imu;
/** A status alone on the last line, as `curl -w "%{http_code}"` prints it. */
const LAST_STATUS = /(?:^|\n)\s*[45]\d\d\s*$/u;
/** A command line that sends a request. */
const REQUEST_COMMAND = /\b(?:curl|wget|xh|https?|gh api|httpie)\b/u;
/** An answer whose outermost object reports a failure. */
const ANSWER_FAILURE =
  /(?:^|\n)\s*\{[^[{]{0,400}?(?:"(?:ok|success|succeeded)"\s*:\s*false\b|"(?:status|result|state)"\s*:\s*"(?:error|failed|failure|rejected|denied)"|"(?:status_?code|statusCode|code|status)"\s*:\s*"?[45]\d\d\b)|(?:^|\n)\s*\{[^[{]{0,400}?"errors"\s*:\s*\[\s*\{/iu;
/** The end of a program, in words other than "exit code 1". */
const ENDED_BADLY =
  /(?:^|[\s([;])(?:exit|rc|EXIT_CODE|exit_status|exited(?: with)?)\s*[=: ]\s*(?:[1-9]\d{0,2})\b(?![\w.%/-])|\bnon-?zero exit|^make(?:\[\d+\])?: \*\*\*|^npm (?:ERR!|error)|\bELIFECYCLE\b|^(?:Segmentation fault|Killed|Aborted)\b|\bBUILD FAIL(?:ED|URE)\b|^FAILURES!|\btest result: FAILED\b|\berror TS\d+:|^Failed to compile/imu;
/** Checks and builds: their output quotes failures of what they check. */
const RUNS_CHECKS = /test|spec|jest|build|lint|tsc|check|\b(?:bench|cargo|go|make|mvn|gradle)\b/iu;
/** A command line whose exit code may not be that of its program, or that prints the exit code itself. */
const HIDES_CODE = /\||;|\n|\$\?|(?<!&)&(?!&)(?!>)(?<!>&)/u;
const SEARCHED_CHARACTERS = 2_000;

/** True if a result reports a failure although its call ended "ok". Content that was only read may quote any error, so there only its end counts. */
export function resultFails(call: Pick<Receipt, "tool" | "input" | "output">): boolean {
  const { output } = call;
  const command = commandOf(call);
  const code = ENDING.exec(output.trimEnd())?.groups?.["code"];
  if (isSearchCommand(command)) return code !== undefined && Number(code) > 1;
  if (isReading(call)) return code !== undefined && code !== "0" && command !== "";
  const isRequest = command === "" || REQUEST_COMMAND.test(command);
  const start = output.slice(0, SEARCHED_CHARACTERS);
  // A program that ended well has printed these words about something else, such as a failure that its tests expect; one that sends may ignore the answer.
  if (code === "0" && !isRequest && !HIDES_CODE.test(command))
    return !RUNS_CHECKS.test(command) && HTTP_FAILURE.test(start);
  if (reportedError(output) !== undefined) return true;
  return (
    HTTP_FAILURE.test(start) ||
    (isRequest && (ANSWER_FAILURE.test(start) || LAST_STATUS.test(output.replace(ENDING, "")))) ||
    ENDED_BADLY.test(start) ||
    ENDED_BADLY.test(output.slice(-SEARCHED_CHARACTERS))
  );
}
