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

/** A suite that ended badly has failed at least once, whatever its report says. */
const atLeastOne = ({ passed, failed }, code) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
});

/** Passed and failed of a vitest report; a file that could not even be loaded counts as one failure. */
export function countVitest(file, code) {
  const report = readJson(file);
  if (!report) return atLeastOne({ passed: 0, failed: 0 }, code);
  const unloadable = report.testResults.filter((result) => {
    return (
      result.status === "failed" &&
      !result.assertionResults.some((assertion) => assertion.status === "failed")
    );
  });
  return atLeastOne(
    { passed: report.numPassedTests, failed: report.numFailedTests + unloadable.length },
    code,
  );
}

/** Passed and failed of a Playwright report; one that passed only on a second try counts as failed. */
export function countPlaywright(file, code) {
  const report = readJson(file);
  if (!report) return atLeastOne({ passed: 0, failed: 0 }, code);
  const { expected, unexpected, flaky } = report.stats;
  return atLeastOne({ passed: expected, failed: unexpected + flaky + report.errors.length }, code);
}
