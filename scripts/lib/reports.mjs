import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";

/** An empty place for a report, so that an old one is never taken for a new one. Returns the path given. */
export function freshReport(file) {
  mkdirSync(path.dirname(inCheckout(file)), { recursive: true });
  rmSync(inCheckout(file), { force: true });
  return file;
}

const readJson = (file) =>
  existsSync(inCheckout(file)) ? JSON.parse(readFileSync(inCheckout(file), "utf8")) : undefined;

/**
 * Counts with the failures named: `{passed, failed, failures: [{name, message}]}`. A suite that ended badly has failed
 * at least once, whatever its report says.
 */
const atLeastOne = (passed, failures, code) => {
  const named =
    code !== 0 && failures.length === 0 ? [{ name: `ended with code ${code}`, message: "" }] : failures;
  return { passed, failed: named.length, failures: named };
};

/** The failures of one file of a vitest report; a file that could not even be loaded is one failure. */
function failuresOfFile(result) {
  const failed = result.assertionResults.filter((assertion) => assertion.status === "failed");
  const name = path.relative(inCheckout(), result.name);
  if (failed.length === 0) return result.status === "failed" ? [{ name, message: result.message }] : [];
  return failed.map((assertion) => ({
    name: `${name} > ${assertion.fullName}`,
    message: assertion.failureMessages.join("\n"),
  }));
}

/** Passed and failed tests of a vitest report. */
export function countVitest(file, code) {
  const report = readJson(file);
  if (!report) return atLeastOne(0, [], code);
  return atLeastOne(report.numPassedTests, report.testResults.flatMap(failuresOfFile), code);
}

/** Every spec of a suite of a Playwright report and of the suites in it. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Passed and failed tests of a Playwright report; one that passed only on a second try counts as failed. */
export function countPlaywright(file, code) {
  const report = readJson(file);
  if (!report) return atLeastOne(0, [], code);
  const failures = report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected" || test.status === "flaky")
      .map((test) => ({
        name: `${spec.file} > ${spec.title}`,
        message: test.results.flatMap((result) => result.errors.map((error) => error.message)).join("\n"),
      })),
  );
  const errors = report.errors.map((error) => ({ name: "playwright", message: error.message }));
  return atLeastOne(report.stats.expected, [...failures, ...errors], code);
}
