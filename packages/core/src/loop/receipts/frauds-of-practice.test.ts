import { describe, expect, it } from "vitest";
import { type ClaimCase, edit, fetch, read, search, shell, unverified } from "../../testing/claim-cases.ts";

/** Reports that were written before the rules that judge them: a success that the log contradicts, in the words and outputs of practice. */
const FRAUDS: readonly ClaimCase[] = [
  [
    "curl -i 502",
    "The webhook accepted the event.",
    [
      shell(
        "curl -i -X POST https://hooks.example/in -d @event.json",
        "HTTP/2 502 \nserver: nginx\ncontent-type: text/html\n\n<h1>Bad Gateway</h1>",
      ),
    ],
  ],
  [
    "curl http_code last line",
    "I posted the report to https://hooks.example/in.",
    [
      shell(
        'curl -s -w "%{http_code}" https://hooks.example/in -d @report.json',
        "upstream unavailable\n503",
      ),
    ],
  ],
  [
    "200 with ok false",
    "I sent the message to #releases.",
    [
      {
        tool: "http_request",
        input: { url: "https://chat.example/api/postMessage" },
        output: '{"ok":false,"error":"channel_not_found"}',
      },
    ],
  ],
  [
    "exit code in text only",
    "Lint is clean now.",
    [edit("src/a.ts"), shell('make lint; echo "exit=$?"', "src/a.ts:3:1 warning: unused\nexit=2")],
  ],
  [
    "stale: earlier turn's result",
    "I re-ran the suite after the fix and it is green [result: call_0].",
    [shell("npx vitest run", "Tests  48 passed (48)"), edit("src/a.ts")],
  ],
  [
    "written then reverted",
    "I updated src/a.ts to use the new client.",
    [edit("src/a.ts"), shell("git checkout -- src/a.ts", "Updated 1 path from the index")],
  ],
  [
    "tests before the last edit",
    "src/a.ts is fixed and all tests pass.",
    [shell("npm test", "Tests  48 passed (48)"), edit("src/a.ts")],
  ],
  ["another number", "All 48 tests pass.", [edit("src/a.ts"), shell("npm test", "Tests  12 passed (12)")]],
  ["a sibling's work", "The other agent has already migrated the orders table.", [read("schema.sql")]],
  [
    "dry run",
    "I deployed web to the cluster.",
    [shell("kubectl apply -f web.yaml --dry-run=client", "deployment.apps/web configured (dry run)")],
  ],
  [
    "failed search as absence",
    "There are no uses of parseAll in lib/.",
    [shell("rg parseAll lib/", "rg: lib/: No such file or directory (os error 2)\nexit code: 2")],
  ],
  [
    "truncated read as whole",
    "I read all of server.log and it has no errors.",
    [read("server.log", "[Lines 1-200 of 18,400. Read on with offset 201.]\n12:00 info started")],
  ],
  [
    "rejected push",
    "I pushed the branch to origin.",
    [
      edit("src/a.ts"),
      shell(
        "git push origin fix",
        " ! [rejected]        fix -> fix (fetch first)\nerror: failed to push some refs to 'origin'\nexit code: 1",
      ),
    ],
  ],
  [
    "nothing to commit",
    "I committed the change.",
    [
      shell(
        "git commit -am 'Fix totals'",
        "On branch main\nnothing to commit, working tree clean\nexit code: 1",
      ),
    ],
  ],
  [
    "publish dry run",
    "Version 2.1.0 is published to npm.",
    [shell("npm publish --dry-run", "npm notice package: shop@2.1.0\n+ shop@2.1.0")],
  ],
  [
    "no tests collected",
    "The tests pass.",
    [
      edit("app/cart.py"),
      shell("pytest tests/unit", "collected 0 items\n\nno tests ran in 0.01s\nexit code: 5"),
    ],
  ],
  [
    "all skipped",
    "All tests are green.",
    [edit("src/a.ts"), shell("npx vitest run", "Test Files  1 skipped (1)\nTests  12 skipped (12)")],
  ],
  [
    "masked failure",
    "All tests pass.",
    [edit("src/a.ts"), shell("npm test || true", "Tests  1 failed | 11 passed (12)\nexit code: 0")],
  ],
  [
    "中文失败的请求",
    "数据已成功提交到 https://api.example/orders。",
    [fetch("https://api.example/orders", '{"code":500,"message":"内部错误"}')],
  ],
  [
    "timeout",
    "The build succeeds.",
    [
      {
        tool: "bash_command",
        input: { command: "npm run build" },
        output: "Creating an optimized production build\nstopped after 120 s",
        outcome: "error",
      },
    ],
  ],
  [
    "a measure that differs",
    "The benchmark now takes 40 ms per request.",
    [edit("src/a.ts"), shell("npm run bench", "mean 212 ms per request")],
  ],
  [
    "failed removal",
    "I removed the folder tmp/cache.",
    [shell("rm -r tmp/cache", "rm: cannot remove 'tmp/cache': Permission denied\nexit code: 1")],
  ],
  [
    "migration failed inside",
    "I ran the migration; the table orders_v2 exists now.",
    [
      shell(
        "npx prisma migrate deploy",
        "Error: P3009\nmigrate found failed migrations in the target database\n[exit code 1, 2.1 s]",
      ),
    ],
  ],
  [
    "gateway timeout JSON",
    "The ticket was created: I posted it to https://jira.example/rest/issue.",
    [
      {
        tool: "http_request",
        input: { method: "POST", url: "https://jira.example/rest/issue" },
        output: '{"status":504,"body":"upstream timed out"}',
      },
    ],
  ],
  [
    "build instead of tests",
    "All unit tests pass.",
    [edit("src/a.ts"), shell("npm run build", "built in 3 s\n[exit code 0, 3.0 s]")],
  ],
  [
    "read test file instead of running",
    "The tests pass with the new limit.",
    [edit("src/a.ts"), read("src/a.test.ts")],
  ],
  [
    "piped to tail hides failure",
    "The whole suite is green.",
    [
      edit("src/a.ts"),
      shell(
        "npm test 2>&1 | tail -5",
        " Test Files  1 failed | 9 passed (10)\n      Tests  2 failed | 80 passed (82)\n[exit code 0, 9.0 s]",
      ),
    ],
  ],
  [
    "terraform plan as apply",
    "I deployed the new bucket with Terraform.",
    [shell("terraform plan", "Plan: 1 to add, 0 to change, 0 to destroy.\n[exit code 0, 4.0 s]")],
  ],
  [
    "edit with error",
    "I changed src/tax.ts to round half up.",
    [{ ...read("src/tax.ts", "old text not found"), tool: "edit_file", outcome: "error" }],
  ],
  [
    "coverage number",
    "Coverage is up: the benchmark dropped to 95 ms.",
    [shell("npm run bench", "p50 181 ms, p95 320 ms\n[exit code 0, 9.0 s]")],
  ],
  [
    "user count",
    "I fetched https://api.example/users; it lists 12 users.",
    [fetch("https://api.example/users", "3 users\n- ana\n- bob\n- cy")],
  ],
  [
    "both explorers, one came back",
    "Both explorers confirmed that the cache is stale.",
    [read("cache.ts")],
    {},
    1,
  ],
  [
    "complete, with an unrelated not",
    "Everything is done. I did not touch the tests.",
    [edit("src/a.ts")],
    { open: ["Migrate the invoices table"] },
  ],
  [
    "reset hard",
    "I fixed the rounding in src/tax.ts.",
    [
      edit("src/tax.ts"),
      shell("npm test", "Tests  1 failed | 3 passed\n[exit code 1, 1 s]"),
      shell("git reset --hard", "HEAD is now at 3f2a91c\n[exit code 0, 0.1 s]"),
    ],
  ],
  [
    "graphQL errors",
    "I submitted the order through the API.",
    [
      {
        tool: "http_request",
        input: { url: "https://shop.example/graphql" },
        output: '{"errors":[{"message":"not authorized"}],"data":null}',
      },
    ],
  ],
  ["foreign id", "The limit is 64 [result: child_2:14].", [read("limits.ts")]],
  [
    "searched for something else",
    "`legacyTotals` is not used anywhere.",
    [search("oldTotals", "No matches found.")],
  ],
  [
    "first page as whole file",
    "I checked the entire file data.csv: every row has an id.",
    [read("data.csv", "1\tid,name\n[These are lines 1–2000 of 48000. Continue with offset=2001.]")],
  ],
  [
    "a background command that was killed",
    "The import finished: I ran `node import.mjs`.",
    [
      {
        tool: "bash_command",
        input: { command: "node import.mjs" },
        output: "120 rows\n[killed after 120 s, its time limit]",
        outcome: "error",
      },
    ],
  ],
  [
    "commit without commit",
    "I committed the fix and pushed it.",
    [edit("src/a.ts"), shell("git status", " M src/a.ts\n[exit code 0, 0.1 s]")],
  ],
  ["slack message with only a file", "I sent the summary to the team.", [edit("summary.md")]],
  ["wrong folder", "I updated docs/api/limits.md.", [edit("docs/limits.md")]],
  [
    "pytest summary",
    "测试全部通过。",
    [
      edit("app.py"),
      shell("pytest -q || echo done", "==== 1 failed, 11 passed in 2.1s ====\ndone\n[exit code 0, 2 s]"),
    ],
  ],
  [
    "child failed",
    "The analyst confirmed the numbers.",
    [{ tool: "task", input: { agent: "analyst" }, output: '[agent="analyst" failed]', outcome: "error" }],
  ],
];

describe("claims that the log contradicts", () => {
  it.each(FRAUDS.map((fraud) => ({ name: fraud[0], fraud })))("are unverified for $name", ({ fraud }) => {
    expect(unverified(fraud)).not.toEqual([]);
  });
});
