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

/** Returns the failures of one file in a vitest report; a file that failed to load is one failure. */
function fileFailures(result) {
  const failed = result.assertionResults.filter((assertion) => assertion.status === "failed");
  const name = path.relative(inCheckout(), result.name);
  if (failed.length === 0) return result.status === "failed" ? [{ name, message: result.message }] : [];
  return failed.map((assertion) => ({
    name: `${name} > ${assertion.fullName}`,
    message: assertion.failureMessages.join("\n"),
  }));
}

/** Counts the passed and failed tests of a vitest report. */
export function countVitest(file, code) {
  const report = readJson(file);
  const unhandled = readJson(unhandledErrorsFile(file)) ?? [];
  if (!report) return withFailures(0, unhandled, code);
  return withFailures(
    report.numPassedTests,
    [...report.testResults.flatMap(fileFailures), ...unhandled],
    code,
  );
}

/** Returns all specs of a suite in a Playwright report, including nested suites. */
const collectSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(collectSpecs)];

/** Counts the passed and failed tests of a Playwright report; a test that passed only on retry counts as failed. */
export function countPlaywright(file, code) {
  const report = readJson(file);
  if (!report) return withFailures(0, [], code);
  const failures = report.suites.flatMap(collectSpecs).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected" || test.status === "flaky")
      .map((test) => ({
        name: `${spec.file} > ${spec.title}`,
        message: test.results.flatMap((result) => result.errors.map((error) => error.message)).join("\n"),
      })),
  );
  const errors = report.errors.map((error) => ({ name: "playwright", message: error.message }));
  return withFailures(report.stats.expected, [...failures, ...errors], code);
}
