import { misuse, took, use, work } from "./work.ts";
import type { WrittenStory } from "./write-story.ts";
import type { WrittenCall } from "./written-log.ts";

/** Returns the call as one that a person approved after this many seconds. */
function approved(approvedAfter: number, call: WrittenCall): WrittenCall {
  return { ...call, approvedAfter };
}

/** A run to time: parallel calls, one of which delayed it, a refused attempt, a compaction, and a wait for a person. */
export const ordersTwice: WrittenStory = {
  title: "Orders arrive twice since Monday",
  task: "Orders arrive twice since Monday. Find out why and stop it.",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 2,
  write: (log) => {
    log.step("root", { text: "Split the work into three goals", seconds: 6.4, cost: 0.009, input: 8_200 });
    log.plan("root", [
      ["find", "Find the duplicates"],
      ["stop", "Stop the second delivery"],
      ["write", "Write down what was found"],
    ]);
    log.focus("find");
    log.plan("find", [
      ["read", "Read the intake log"],
      ["follow", "Follow one order through the code"],
    ]);
    work(log, {
      id: "read",
      steps: [
        {
          text: "Look at what came in since Monday",
          calls: [
            took(0.4, use("read_file", "logs/intake.log")),
            took(2.1, use("grep_content", "order=48113", "2 matches")),
          ],
          ...{ together: true, seconds: 2.2, cost: 0.002, input: 8_500, output: 58 },
        },
        { text: "Each copy follows a time-out of 30 s", seconds: 10.4, cost: 0.024, input: 34_900 },
      ],
      result: "Each copy follows a time-out of 30 s",
    });
    work(log, {
      id: "follow",
      steps: [
        {
          text: "Read the worker and look for others that queue orders",
          calls: [
            took(0.3, use("read_file", "src/intake/worker.ts")),
            took(1.2, use("grep_content", "enqueue\\(", "5 matches")),
            took(17.1, use("bash_command", "git log -p -- src/intake", "31 commits")),
            took(30.6, use("run_tests", "intake --trace", "38 pass")),
          ],
          ...{ together: true, seconds: 3.6, cost: 0.006, input: 35_300, output: 131 },
        },
        { text: "Cause: the retry reads a replica that lags", seconds: 4.7, cost: 0.007, input: 43_100 },
      ],
      result: "The retry reads a replica that lags",
    });
    log.done("find", "The retry reads a replica that lags");
    work(log, {
      id: "stop",
      steps: [
        {
          text: "Write once per order number",
          calls: [
            took(0.1, use("edit_file", "src/intake/worker.ts", "+9 −2")),
            took(14.4, misuse("run_tests", "intake", "1 of 38 failed: expects 2 attempts")),
          ],
          ...{ seconds: 7.9, cost: 0.011, input: 43_700, output: 618 },
        },
        {
          text: "The test expected the second delivery",
          calls: [
            took(0.1, use("edit_file", "test/worker.test.ts", "+3 −3")),
            took(13.7, use("run_tests", "intake", "38 pass")),
          ],
          ...{ refused: 1, seconds: 9.3, cost: 0.019, input: 58_800, output: 350 },
        },
      ],
    });
    log.compact("stop", {
      ...{ before: 61_200, after: 18_300, seconds: 6.7 },
      ledger: [
        { kind: "decision", text: "Write once per order number", sequence: 1, state: "kept" },
        { kind: "file", text: "src/intake/worker.ts", sequence: 1, state: "kept" },
        { kind: "number", text: "order 48113", sequence: 1, state: "dropped" },
      ],
    });
    log.step("stop", {
      text: "Add the unique index on staging",
      calls: [
        took(9.6, approved(112, use("bash_command", "pnpm db:migrate --staging", "1 migration applied"))),
      ],
      ...{ seconds: 5.4, cost: 0.01, input: 18_300, output: 160 },
    });
    log.done("stop", "A unique index rejects the second copy; 38 tests pass");
    work(log, {
      id: "write",
      steps: [
        {
          text: "Write down cause, fix and how to check",
          calls: [took(0.1, use("write_file", "docs/intake-duplicates.md", "+41"))],
          ...{ seconds: 5.6, cost: 0.006, input: 18_900, output: 540 },
        },
        {
          text: "No order is left in the queue twice.",
          seconds: 3.2,
          cost: 0.005,
          input: 19_600,
          output: 96,
        },
      ],
      result: "docs/intake-duplicates.md",
    });
    log.finish(
      "The retry read a replica that lagged, so orders were queued twice. A unique index rejects the copy.",
    );
  },
};
