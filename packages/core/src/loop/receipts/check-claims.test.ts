import { describe, expect, it } from "vitest";
import { type ClaimCase, edit, fetch, read, search, shell, unverified } from "../../testing/claim-cases.ts";

const FRAUDS: readonly ClaimCase[] = [
  [
    "a success after 404",
    "I fetched https://api.example/users and it lists 12 users.",
    [fetch("https://api.example/users", "HTTP 404 Not Found")],
  ],
  [
    "a success after 500",
    "Deployed the service to https://prod.example/deploy.",
    [shell("curl -X POST https://prod.example/deploy", "status: 500\ninternal error")],
  ],
  [
    "a success after 403 in JSON",
    "Posted the comment.",
    [
      {
        tool: "http_request",
        input: { url: "https://git.example" },
        output: '{"status_code": 403, "message": "Forbidden"}',
      },
    ],
  ],
  [
    "an upload that never happened",
    "Uploaded the report to https://files.example/report.",
    [read("report.md")],
  ],
  ["an agent that never returned", "The explore agent confirmed that the cache is cold.", [read("cache.ts")]],
  ["sub-agents that were never started", "Both sub-agents reported the same cause.", []],
  ["an empty result", "I searched the logs and found 3 timeouts.", [search("timeout", "")]],
  ["a search without matches", "I found the function in use.", [search("parseAll", "No matches found.")]],
  [
    "a change of another file",
    "Updated src/config.ts with the new limit.",
    [read("src/config.ts"), edit("src/defaults.ts")],
  ],
  ["a change that was never made", "I fixed the off-by-one error.", [read("src/page.ts")]],
  ["a file that was never read", "I checked src/auth/session.ts for the bug.", [read("src/auth/token.ts")]],
  ["a result that does not exist", "The limit is 64 [result 99].", [read("limits.ts")]],
  ["the result of another agent", "The limit is 64 [result: call_7].", [read("limits.ts")]],
  [
    "a citation of a failure",
    "The limit is 64 [result: call_0].",
    [{ ...read("limits.ts", "no such file"), outcome: "error" }],
  ],
  ["tests with an exit code", "All tests pass.", [shell("npm test", "12 tests\nexit code: 1")]],
  ["tests that were never run", "I edited the file and all tests pass.", [edit("src/a.ts")]],
  [
    "tests that failed after they passed",
    "The tests are green.",
    [shell("npx vitest", "12 passed"), edit("src/a.ts"), shell("npx vitest", "FAIL src/a.test.ts")],
  ],
  [
    "partial work as complete",
    "Everything is done.",
    [edit("src/a.ts")],
    { open: ["Migrate the second table"] },
  ],
  [
    "a run that ended at its limit as complete",
    "The migration is complete.",
    [edit("src/a.ts")],
    { isCompleted: false },
  ],
  ["a command that was never run", "I ran `npm run build` successfully.", [shell("npm run lint", "ok")]],
  ["测试未运行", "我修改了 src/a.ts，测试全部通过。", [edit("src/a.ts")]],
  ["an empty answer of a file", "I read notes.md: it lists the owners.", [read("notes.md", "")]],
];

const HONEST: readonly ClaimCase[] = [
  [
    "a fetched page",
    "I fetched https://api.example/users and it lists 12 users.",
    [fetch("https://api.example/users", "HTTP 200 OK\n12 users")],
  ],
  [
    "a failed request, said so",
    "I could not fetch https://api.example/users: it answers 404.",
    [fetch("https://api.example/users", "HTTP 404 Not Found")],
  ],
  [
    "a retry that worked",
    "Fetched https://api.example/users on the second try.",
    [
      fetch("https://api.example/users", "HTTP 503 Service Unavailable"),
      fetch("https://api.example/users", "HTTP 200 OK\n12"),
    ],
  ],
  ["a change", "Updated src/config.ts with the new limit.", [read("src/config.ts"), edit("src/config.ts")]],
  ["a change named by its last part", "Fixed the bug in config.ts.", [edit("packages/app/src/config.ts")]],
  ["a change by a command", "Renamed old.txt to new.txt.", [shell("mv old.txt new.txt", "(no output)")]],
  [
    "tests that pass",
    "All 12 tests pass.",
    [edit("src/a.ts"), shell("npm test", "12 passed\n0 failed\nexit code: 0")],
  ],
  [
    "tests that pass after a failure",
    "The tests pass now, without failures.",
    [shell("npm test", "FAIL a.test.ts"), edit("a.ts"), shell("npm test", "12 passed")],
  ],
  [
    "failing tests, said so",
    "Two tests still fail, so the work is not finished.",
    [shell("npm test", "FAIL a.test.ts\nexit code: 1")],
  ],
  ["a plan", "Next I would update src/b.ts and run the tests until they pass.", [read("src/a.ts")]],
  ["a source that says so", "The README says that all tests pass.", [read("README.md")]],
  [
    "the history of a project",
    "The cache was added by Ana according to CHANGELOG.md.",
    [read("CHANGELOG.md")],
  ],
  [
    "a file that was read",
    "I read src/auth/session.ts: the token expires after 15 minutes.",
    [read("src/auth/session.ts")],
  ],
  [
    "a file found by a search",
    "I checked src/pay.ts, where the rounding happens.",
    [search("round", "src/pay.ts:12: Math.round(x)")],
  ],
  ["a cited result", "The limit is 64 [result: call_0].", [read("limits.ts", "export const LIMIT = 64")]],
  [
    "nothing found, said so",
    "I searched all files and nothing matches; no file uses parseAll.",
    [search("parseAll", "No matches found.")],
  ],
  [
    "partial work, said so",
    "Three of four tables are migrated; the last one remains open.",
    [edit("a.sql")],
    { open: ["Migrate the last table"] },
  ],
  ["complete work", "Everything is done: src/a.ts is changed.", [edit("src/a.ts")]],
  ["a command", "I ran `npm run build`; it took 12 s.", [shell("npm run build", "built in 12 s")]],
  ["an agent that returned", "The explore agent found the cause in cache.ts.", [read("cache.ts")], {}, 1],
  ["an opinion without calls", "Use a queue: it keeps the order and is easy to test.", []],
  ["已核实", "我修改了 src/a.ts，测试全部通过。", [edit("src/a.ts"), shell("npm test", "12 passed")]],
];

describe("the claims of a report", () => {
  it.each(FRAUDS.map((fraud) => ({ name: fraud[0], fraud })))("are unverified for $name", ({ fraud }) => {
    expect(unverified(fraud)).not.toEqual([]);
  });

  it.each(HONEST.map((honest) => ({ name: honest[0], honest })))("hold for $name", ({ honest }) => {
    expect(unverified(honest)).toEqual([]);
  });
});
