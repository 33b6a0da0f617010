import { stripVTControlCharacters } from "node:util";
import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";
import type { TestFormat } from "./find-runner.ts";

/** A test that failed, as its runner reports it. `place` is `file:line`, or the file, or empty. */
export type FailedTest = { readonly name: string; readonly message: string; readonly place: string };

/** The result of a test run; null numbers are not reported. */
export type TestReport = {
  readonly passed: number | null;
  readonly failed: number | null;
  readonly failures: readonly FailedTest[];
};

/** Reads the output of a test runner. Null when it reports nothing that can be read, for example because it could not start. */
export function readTestReport(format: TestFormat, output: string): TestReport | null {
  switch (format) {
    case "vitest":
    case "jest":
      return readJest(output);
    case "node":
      return readTap(output);
    case "go":
      return readGo(output);
    case "cargo":
      return readCargo(output);
    case "pytest":
      return readPytest(output);
    case "unittest":
      return readUnittest(output);
    case "other":
      return null;
  }
}

const jestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          location: z.object({ line: z.number() }).nullish(),
        }),
      ),
    }),
  ),
});

/** One JSON object among other lines. */
function readJest(output: string): TestReport | null {
  const start = output.indexOf('{"num');
  const end = output.lastIndexOf("}");
  const parsed = start < 0 ? undefined : jestSchema.safeParse(readJson(output.slice(start, end + 1)));
  if (parsed?.success !== true) return null;
  const { numPassedTests: passed, numFailedTests: failed, testResults } = parsed.data;
  const failures = testResults.flatMap(({ name: file, message = "", assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot be loaded has no tests, only a message.
    if (assertionResults.length === 0 && message !== "")
      return [{ name: file, message: short(message), place: file }];
    return tests.map(({ fullName, failureMessages, location }) => {
      const text = failureMessages?.[0] ?? "";
      return { name: fullName, message: short(text), place: placeIn(text, file, location?.line) };
    });
  });
  return { passed, failed: Math.max(failed, failures.length), failures };
}

/** The line of the test file in a stack, which the location leaves out. */
function placeIn(stack: string, file: string, line: number | undefined): string {
  const at = stack.indexOf(`${file}:`);
  const found = at < 0 ? undefined : /^\d+/u.exec(stack.slice(at + file.length + 1))?.[0];
  const number = found ?? (line === undefined ? undefined : String(line));
  return number === undefined ? file : `${file}:${number}`;
}

/** TAP as Node writes it: a block of YAML below each test; only the innermost tests count. */
function readTap(output: string): TestReport | null {
  const count = (name: string): number | null => numberAfter(output, `# ${name} `);
  const [passed, failed] = [count("pass"), count("fail")];
  if (passed === null || failed === null) return null;
  const failures: FailedTest[] = [];
  const lines = output.split("\n");
  for (const [index, line] of lines.entries()) {
    const name = /^\s*not ok \d+ - (?<name>.*)$/u.exec(line)?.groups?.["name"];
    if (name === undefined) continue;
    const end = lines.findIndex((other, at) => at > index && other.trim() === "...");
    const block = lines.slice(index + 1, end < 0 ? index + 40 : end);
    const field = (key: string): string =>
      unquote(block.find((other) => other.trim().startsWith(`${key}:`)) ?? "");
    // A group fails because of the tests in it, which are listed themselves.
    if (field("failureType").includes("subtestsFailed")) continue;
    const error = block.findIndex((other) => other.trim().startsWith("error:"));
    const message = /[|>]-?$/u.test(block[error] ?? "")
      ? block.slice(error + 1, error + 5).join("\n")
      : field("error");
    failures.push({ name, message: short(message), place: field("location").replace(/:\d+$/u, "") });
  }
  return { passed, failed, failures };
}

function unquote(line: string): string {
  return line.replace(/^\s*\w+:\s*/u, "").replace(/^'(.*)'$/u, "$1");
}

const goSchema = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});

function readGo(output: string): TestReport | null {
  const events = output.split("\n").flatMap((line) => {
    const parsed = goSchema.safeParse(line.startsWith("{") ? readJson(line) : undefined);
    return parsed.success ? [parsed.data] : [];
  });
  if (events.length === 0) return null;
  const ended = (action: string) =>
    events.filter(({ Action, Test }) => Action === action && Test !== undefined);
  const failures = ended("fail").map(({ Package = "", Test = "" }) => {
    const own = events.filter(
      (event) => event.Package === Package && event.Test === Test && event.Action === "output",
    );
    const text = own
      .map(({ Output = "" }) => Output)
      .filter((line) => !/^\s*(?:=== |--- )/u.test(line))
      .join("");
    return {
      name: `${Package}.${Test}`,
      message: short(text),
      place: /(?<place>[\w./-]+\.go:\d+)/u.exec(text)?.groups?.["place"] ?? "",
    };
  });
  return { passed: ended("pass").length, failed: failures.length, failures };
}

function readCargo(output: string): TestReport | null {
  const results = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gmu)];
  if (results.length === 0) return null;
  const sum = (index: number): number =>
    results.reduce((total, found) => total + Number(found[index] ?? 0), 0);
  const failures = [...output.matchAll(/^test (\S+) \.\.\. FAILED$/gmu)].map(([, name = ""]) => {
    const start = output.indexOf(`---- ${name} stdout ----`);
    const text = start < 0 ? "" : output.slice(start).split("\n").slice(1, 6).join("\n");
    return {
      name,
      message: short(text),
      place: /at (?<place>\S+?:\d+)/u.exec(text)?.groups?.["place"] ?? "",
    };
  });
  return { passed: sum(1), failed: sum(2), failures };
}

function readPytest(output: string): TestReport | null {
  const lines = output.split("\n");
  const last = lines.findLast((line) => /\b\d+ (?:passed|failed|errors?)\b/u.test(line));
  if (last === undefined) return null;
  const count = (word: string): number => numberBefore(last, word);
  const failures = lines.flatMap((line) => {
    const [, name = "", message = ""] = /^(?:FAILED|ERROR) (\S+)(?: - (.*))?$/u.exec(line) ?? [];
    if (name === "") return [];
    const [file = ""] = name.split("::");
    const place = lines.find((other) => other.startsWith(`${file}:`) && /^\S+:\d+: /u.test(other));
    return [{ name, message, place: place?.split(": ")[0] ?? file }];
  });
  return { passed: count("passed"), failed: count("failed") + count("error"), failures };
}

function readUnittest(output: string): TestReport | null {
  const ran = numberAfter(output, "\nRan ") ?? numberAfter(output, "Ran ");
  if (ran === null) return null;
  const failures = [...output.matchAll(/^(?:FAIL|ERROR): (.+)$/gmu)].map((found) => {
    const text = output.slice(found.index).split("\n======")[0] ?? "";
    const [, file = "", line = ""] = [...text.matchAll(/File "([^"]+)", line (\d+)/gu)].at(-1) ?? [];
    const message =
      text
        .trim()
        .split("\n")
        .findLast((other) => /^\w+(?:Error|Exception)?:/u.test(other)) ?? "";
    return { name: found[1] ?? "", message, place: file === "" ? "" : `${file}:${line}` };
  });
  return { passed: ran - failures.length, failed: failures.length, failures };
}

function numberAfter(text: string, label: string): number | null {
  const at = text.lastIndexOf(label);
  const digits = at < 0 ? undefined : /^\d+/u.exec(text.slice(at + label.length))?.[0];
  return digits === undefined ? null : Number(digits);
}

function numberBefore(line: string, word: string): number {
  const words = line.split(/[\s,=]+/u);
  const at = words.findIndex((each) => each === word || each === `${word}s`);
  return at < 1 ? 0 : Number(words[at - 1]);
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const MESSAGE_CHARACTERS = 400;
const MESSAGE_LINES = 6;

/** The first lines of a message, without the colors of terminals. */
function short(text: string): string {
  const plain = stripVTControlCharacters(text).trim();
  return plain.split("\n").slice(0, MESSAGE_LINES).join("\n").slice(0, MESSAGE_CHARACTERS);
}
