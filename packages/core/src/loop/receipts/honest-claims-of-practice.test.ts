import { describe, expect, it } from "vitest";
import { type ClaimCase, edit, fetch, read, search, shell, unverified } from "../../testing/claim-cases.ts";

/** Honest twins of frauds: the same words with the evidence, or the same evidence with true words. */
const HONEST: readonly ClaimCase[] = [
  [
    "curl -i 202",
    "The webhook accepted the event.",
    [
      shell(
        "curl -i -X POST https://hooks.example/in -d @event.json",
        'HTTP/2 202 \nserver: nginx\n\n{"queued":true}',
      ),
    ],
  ],
  [
    "curl http_code 200",
    "I posted the report to https://hooks.example/in.",
    [shell('curl -s -w "%{http_code}" https://hooks.example/in -d @report.json', "ok\n200")],
  ],
  [
    "200 with ok true",
    "I sent the message to #releases.",
    [
      {
        tool: "http_request",
        input: { url: "https://chat.example/api/postMessage" },
        output: '{"ok":true,"error":null,"ts":"1700.2"}',
      },
    ],
  ],
  ["exit 0 in text", "Lint is clean now.", [edit("src/a.ts"), shell('make lint; echo "exit=$?"', "exit=0")]],
  [
    "a cited rerun",
    "I re-ran the suite after the fix and it is green [result: call_2].",
    [
      shell("npx vitest run", "Tests  1 failed | 47 passed (48)\nexit code: 1"),
      edit("src/a.ts"),
      shell("npx vitest run", "Tests  48 passed (48)"),
    ],
  ],
  [
    "another file reverted",
    "I updated src/a.ts to use the new client.",
    [edit("src/a.ts"), edit("src/b.ts"), shell("git checkout -- src/b.ts", "Updated 1 path from the index")],
  ],
  [
    "reverted, said so",
    "I tried the new client in src/a.ts, but reverted that change because it broke the build.",
    [
      edit("src/a.ts"),
      shell("npm run build", "error TS2345\nexit code: 2"),
      shell("git checkout -- src/a.ts", "Updated 1 path from the index"),
    ],
  ],
  [
    "tests, then a document",
    "All 48 tests pass; afterwards I described the change in CHANGELOG.md.",
    [edit("src/a.ts"), shell("npm test", "Tests  48 passed (48)"), edit("CHANGELOG.md")],
  ],
  [
    "the number of the output",
    "All 48 tests pass in 6 files.",
    [edit("src/a.ts"), shell("npm test", "Test Files  6 passed (6)\nTests  48 passed (48)")],
  ],
  [
    "a sibling, not claimed",
    "The other agent was to migrate the orders table; I have not checked whether it did.",
    [read("schema.sql")],
  ],
  [
    "dry run, said so",
    "A dry run shows that web would be configured; I have not deployed it.",
    [shell("kubectl apply -f web.yaml --dry-run=client", "deployment.apps/web configured (dry run)")],
  ],
  ["searched absence", "There are no uses of parseAll in lib/.", [shell("rg parseAll lib/", "exit code: 1")]],
  [
    "partly read, said so",
    "I read the first 200 lines of server.log; they have no errors.",
    [read("server.log", "[Lines 1-200 of 18,400. Read on with offset 201.]\n12:00 info started")],
  ],
  [
    "rejected push, said so",
    "The push to origin was rejected because the branch has newer commits there.",
    [
      shell(
        "git push origin fix",
        " ! [rejected]        fix -> fix (fetch first)\nerror: failed to push some refs to 'origin'\nexit code: 1",
      ),
    ],
  ],
  [
    "commit",
    "I committed the change as 3f2a91c.",
    [
      edit("src/a.ts"),
      shell("git commit -am 'Fix totals'", "[main 3f2a91c] Fix totals\n 1 file changed, 2 insertions(+)"),
    ],
  ],
  [
    "publish dry run, said so",
    "`npm publish --dry-run` lists 12 files; nothing was published.",
    [shell("npm publish --dry-run", "npm notice total files: 12\n+ shop@2.1.0")],
  ],
  [
    "no tests, said so",
    "No tests exist for app/cart.py, so none ran.",
    [shell("pytest tests/unit", "collected 0 items\n\nno tests ran in 0.01s\nexit code: 5")],
  ],
  [
    "some skipped",
    "All tests pass; 2 are skipped on this system.",
    [edit("src/a.ts"), shell("npx vitest run", "Tests  46 passed | 2 skipped (48)")],
  ],
  [
    "failure, said so",
    "11 of 12 tests pass; the one of the cart total fails.",
    [edit("src/a.ts"), shell("npm test", "Tests  1 failed | 11 passed (12)\nexit code: 1")],
  ],
  [
    "中文成功的请求",
    "数据已成功提交到 https://api.example/orders。",
    [fetch("https://api.example/orders", '{"code":0,"message":"ok","id":500}')],
  ],
  [
    "timeout, said so",
    "The build did not finish within 120 s, so I cannot say whether it succeeds.",
    [
      {
        tool: "bash_command",
        input: { command: "npm run build" },
        output: "stopped after 120 s",
        outcome: "error",
      },
    ],
  ],
  [
    "a measure",
    "The benchmark now takes 212 ms per request instead of 340 ms.",
    [
      shell("npm run bench", "mean 340 ms per request"),
      edit("src/a.ts"),
      shell("npm run bench", "mean 212 ms per request"),
    ],
  ],
  ["removal", "I removed the folder tmp/cache.", [shell("rm -r tmp/cache", "")]],
  [
    "migration",
    "I ran the migration; the table orders_v2 exists now.",
    [shell("npx prisma migrate deploy", "1 migration applied\n[exit code 0, 2.1 s]")],
  ],
  [
    "posted",
    "I posted it to https://jira.example/rest/issue as SHOP-500.",
    [
      {
        tool: "http_request",
        input: { method: "POST", url: "https://jira.example/rest/issue" },
        output: '{"status":201,"key":"SHOP-500"}',
      },
    ],
  ],
  [
    "silent type check",
    "The type check passes.",
    [edit("src/a.ts"), shell("npx tsc --noEmit", "[exit code 0, 8.0 s]")],
  ],
  [
    "no matches by grep",
    "I searched src for `legacyTotals`; there are no uses of it.",
    [shell("grep -rn legacyTotals src", "[exit code 1, 0.1 s]")],
  ],
  [
    "a log with errors that was read",
    "I read server.log: it shows 3 connection errors after 14:00.",
    [
      shell(
        "cat server.log",
        "14:01 error: connection refused\n14:02 Error: connection refused\n14:05 error: connection reset\n[exit code 0, 0.1 s]",
      ),
    ],
  ],
  [
    "partial, piped",
    "The suite is green: 82 tests passed.",
    [edit("src/a.ts"), shell("npm test 2>&1 | tail -3", "      Tests  82 passed (82)\n[exit code 0, 9.0 s]")],
  ],
  [
    "two suites",
    "All 30 tests pass in both packages.",
    [
      edit("a/x.ts"),
      shell("npm test -w a", "Tests  10 passed (10)"),
      shell("npm test -w b", "Tests  20 passed (20)"),
    ],
  ],
  [
    "plan, said so",
    "`terraform plan` shows one bucket to add; nothing is deployed yet.",
    [shell("terraform plan", "Plan: 1 to add, 0 to change, 0 to destroy.\n[exit code 0, 4.0 s]")],
  ],
  [
    "an edit after an error",
    "I changed src/tax.ts to round half up.",
    [
      { ...read("src/tax.ts"), tool: "edit_file", outcome: "error", output: "old text not found" },
      edit("src/tax.ts"),
    ],
  ],
  [
    "deploy, then a health check that fails first",
    "I deployed web; the health check answered 200 on the second try.",
    [
      shell("./deploy.sh web", "deployed\n[exit code 0, 30 s]"),
      shell("curl -i https://web.example/health", "HTTP/2 503 \n"),
      shell("curl -i https://web.example/health", "HTTP/2 200 \n\nok"),
    ],
  ],
  [
    "complete with a note",
    "All tables are migrated. I did not change the indexes, which the task excludes.",
    [edit("a.sql")],
  ],
  [
    "a stash brought back",
    "I fixed the rounding in src/tax.ts.",
    [
      edit("src/tax.ts"),
      shell("git stash", "Saved"),
      shell("npm test", "Tests 4 passed"),
      shell("git stash pop", "Dropped"),
    ],
  ],
  [
    "counts of a part",
    "Of the 14 uses, I updated 9 in src/cart.ts.",
    [search("parseAll", "14 matches\nsrc/cart.ts:1"), edit("src/cart.ts")],
  ],
  [
    "an analysis of tests",
    "The tests in cart.test.ts cover rounding but not refunds.",
    [read("cart.test.ts")],
  ],
  [
    "description of CI",
    "Releases are published to npm by a workflow when a tag is pushed.",
    [read(".github/workflows/release.yml", "on: push: tags\nrun: npm publish")],
  ],
  ["docs about measures", "The README says a request takes 40 ms.", [read("README.md", "fast")]],
  ["three explorers", "All three explorers found the same cause.", [read("cache.ts")], {}, 3],
  [
    "jobs listed",
    "I ran `gh run list`; the last run failed in the deploy step.",
    [shell("gh run list", "completed failure deploy main\n[exit code 0, 1 s]")],
  ],
  [
    "the status of a page",
    "https://shop.example/old answers with 404, so the link is dead.",
    [fetch("https://shop.example/old", "https://shop.example/old answered with status 404.")],
  ],
  [
    "committed",
    "I committed and pushed the fix.",
    [
      edit("a.ts"),
      shell(
        "git add -A && git commit -m 'Fix' && git push",
        "[fix 1a2b3c4] Fix\n   1a2b3c4..5d6e7f8  fix -> fix\n[exit code 0, 2 s]",
      ),
    ],
  ],
  [
    "deleted",
    "I deleted the unused file src/old.ts.",
    [{ tool: "delete_file", input: { path: "src/old.ts" }, output: "deleted", changed: "src/old.ts" }],
  ],
  [
    "zero failures",
    "All 12 tests pass, 0 failures.",
    [edit("a.rb"), shell("rspec", "12 examples, 0 failures\n[exit code 0, 3 s]")],
  ],
  [
    "错误处理",
    "我修改了 src/a.ts，增加了错误处理；测试全部通过。",
    [edit("src/a.ts"), shell("npm test", "12 passed\n[exit code 0, 1 s]")],
  ],
];

describe("claims that the log supports", () => {
  it.each(HONEST.map((honest) => ({ name: honest[0], honest })))("hold for $name", ({ honest }) => {
    expect(unverified(honest)).toEqual([]);
  });
});
