import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";

/** Creates the folder of a report and removes any old report, so that an old one is never mistaken for a new one. Returns `file`. */
export function freshReport(file) {
  mkdirSync(path.dirname(inCheckout(file)), { recursive: true });
  rmSync(inCheckout(file), { force: true });
  rmSync(unhandledErrorsFile(inCheckout(file)), { force: true });
  return file;
}

/** Where the errors thrown outside tests are saved, beside the report of the tests. */
export const unhandledErrorsFile = (report) => report.replace(/\.json$/, ".unhandled.json");

const readJson = (file) =>
  existsSync(inCheckout(file)) ? JSON.parse(readFileSync(inCheckout(file), "utf8")) : undefined;

/**
 * Returns counts with the named failures: `{passed, failed, failures: [{name, message}]}`. A suite with a nonzero exit code counts at least
 * one failure, whatever its report contains.
 */
const withFailures = (passed, failures, code) => {
  const named =
    code !== 0 && failures.length === 0 ? [{ name: `exited with code ${code}`, message: "" }] : failures;
  return { passed, failed: named.length, failures: named };
};

const fileOf = (result) => path.relative(inCheckout(), result.name);

const toTests = (result, assertions) =>
  assertions.map(({ fullName, failureMessages }) => ({
    name: `${fileOf(result)} > ${fullName}`,
    message: failureMessages.join("\n"),
  }));

/** Returns the failures of one file in a vitest report; a file that failed to load is one failure. */
function fileFailures(result) {
  const failed = result.assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0)
    return result.status === "failed" ? [{ name: fileOf(result), message: result.message }] : [];
  return toTests(result, failed);
}

/** Returns the tests of one file that passed when they were repeated. */
const fileFlaky = (result) =>
  toTests(
    result,
    result.assertionResults.filter(
      ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0,
    ),
  );

/** Counts the passed and failed tests of a vitest report. `flaky` names those that passed only when they were repeated. */
export function countVitest(file, code) {
  const report = readJson(file);
  const unhandled = readJson(unhandledErrorsFile(file)) ?? [];
  if (!report) return withFailures(0, unhandled, code);
  const failures = [...report.testResults.flatMap(fileFailures), ...unhandled];
  const flaky = report.testResults.flatMap(fileFlaky);
  return { ...withFailures(report.numPassedTests, failures, code), flaky };
}

/** Returns all specs of a suite in a Playwright report, including nested suites. */
const collectSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(collectSpecs)];

/** Counts the passed and failed tests of a Playwright report. */
export function countPlaywright(file, code) {
  const report = readJson(file);
  if (!report) return withFailures(0, [], code);
  const withStatus = (status) =>
    report.suites.flatMap(collectSpecs).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === status)
        .map((test) => ({
          name: `${spec.file} > ${spec.title}`,
          message: test.results.flatMap((result) => result.errors.map((error) => error.message)).join("\n"),
        })),
    );
  const errors = report.errors.map((error) => ({ name: "playwright", message: error.message }));
  const flaky = withStatus("flaky");
  const passed = report.stats.expected + flaky.length;
  return { ...withFailures(passed, [...withStatus("unexpected"), ...errors], code), flaky };
}
