import { writeFileSync } from "node:fs";
import { unhandledErrorsFile } from "./reports.mjs";

/**
 * A Vitest reporter that saves errors thrown outside tests beside the JSON report, which lists only tests. Without them, a run that passes
 * every test but exits with 1 gives no reason in the summary.
 */
export default class UnhandledErrorsReporter {
  #vitest;

  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestRunEnd(_modules, errors) {
    const report = this.#vitest.config.outputFile?.json;
    if (!report) return;
    const failures = errors.map((error) => ({
      name: `unhandled ${error.name}${error.VITEST_TEST_NAME ? ` during ${error.VITEST_TEST_NAME}` : ""}`,
      message: error.stack ?? error.message,
    }));
    writeFileSync(unhandledErrorsFile(report), JSON.stringify(failures));
  }
}
