import { misuse, took, use, work } from "./work.ts";
import type { WrittenStory } from "./write-story.ts";

const graphs = [
  "p95 by route",
  "p95 by host",
  "p50 by route",
  "error rate",
  "requests per second",
  "queue time",
];
const tables = ["coupon", "cart", "cart_line", "price", "stock", "customer"];

/** A cause found after one wrong track, a fix with a compaction in between, and a push that waits for an approval. */
export const checkoutLatency: WrittenStory = {
  title: "Checkout latency after the release",
  task: "Find why checkout latency doubled after the 14 Nov release and propose a fix",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 1,
  write: (log) => {
    log.step("root", { text: "I measure first, then look for the cause, then propose a fix.", seconds: 4 });
    log.plan("root", [
      ["baseline", "Establish the baseline"],
      ["cause", "Find the cause"],
      ["fix", "Propose a fix"],
      ["report", "Write the report"],
    ]);
    work(log, {
      id: "baseline",
      steps: [
        {
          text: "Where is it slow?",
          calls: graphs.map((each) => use("query_metrics", each)),
          seconds: 6,
          cost: 0.012,
        },
        {
          text: "Since when?",
          calls: graphs.map((each) => use("query_metrics", `${each}, 10–16 Nov`)),
          seconds: 7,
          cost: 0.012,
        },
        {
          text: "Is it only one route?",
          calls: ["/cart", "/checkout", "/stock", "/login"].map((each) => use("read_trace", each)),
          cost: 0.01,
        },
        {
          text: "What was released?",
          calls: [
            use("bash_command", "git tag --sort=-creatordate"),
            use("bash_command", "git log --oneline v418..v419"),
            use("read_file", "CHANGELOG.md"),
            use("read_file", "deploy/2026-11-14.log"),
            use("query_metrics", "deploys"),
          ],
          cost: 0.012,
          seconds: 9,
        },
      ],
      result: "p95 412 ms → 871 ms from 14 Nov 09:12, only POST /checkout",
    });
    log.focus("cause");
    log.step("cause", {
      text: "Three explanations fit: the database, the gateway, or the release itself.",
      calls: [use("list_files", "src/checkout"), use("read_file", "docs/architecture.md")],
      seconds: 3,
    });
    log.plan("cause", [
      ["queries", "Database queries"],
      ["gateway", "Gateway latency"],
      ["diff", "Release diff"],
    ]);
    work(log, {
      id: "queries",
      steps: [
        {
          text: "Count the queries of one request.",
          calls: tables.map((each) => use("sql_explain", `select from ${each}`)),
          seconds: 8,
          cost: 0.015,
        },
        {
          text: "The same before the release.",
          calls: [
            misuse("sql_explain", "replay request 8814", "relation replay_8814 does not exist"),
            ...tables.map((each) => use("sql_explain", `v418: select from ${each}`)),
          ],
          seconds: 9,
          cost: 0.015,
        },
        {
          text: "Which table is asked more often?",
          calls: [
            use("grep_content", "select .* from coupon"),
            use("read_trace", "request 8814"),
            use("read_trace", "request 8815"),
            use("query_metrics", "queries per request"),
          ],
          seconds: 7,
          cost: 0.013,
        },
      ],
      result: "1 → 14 queries per request, all of them for coupons",
    });
    log.focus("gateway");
    log.step("gateway", {
      text: "Compare the gateway's own time.",
      calls: ["p50", "p95", "p99"].map((each) => use("query_metrics", `gateway ${each}`)),
      seconds: 6,
      cost: 0.008,
    });
    log.step("gateway", {
      text: "Ask for a finer step.",
      calls: [use("query_metrics", "gateway p95, 1 min"), use("query_metrics", "gateway retries")],
      cost: 0.006,
    });
    for (let turn = 1; turn <= 5; turn += 1)
      log.step("gateway", {
        text: "Look at the gateway once more.",
        calls: [use("query_metrics", "gateway p95, 10 s", "182 ms")],
        seconds: 5,
        cost: 0.0024,
      });
    log.loop("gateway", 5, "query_metrics gateway p95, 10 s returned 182 ms five times");
    log.close("gateway", "abandoned", "p95 flat at 182 ms before and after");
    work(log, {
      id: "diff",
      steps: [
        {
          text: "See which commits of the release touch checkout",
          calls: [
            use("bash_command", "git log --oneline -- src/checkout", "14 commits"),
            ...["4790", "4801", "4812", "4815", "4820"].map((each) =>
              use("bash_command", `git show ${each}`),
            ),
          ],
          seconds: 8,
          cost: 0.012,
        },
        {
          text: "Find every place a coupon is resolved",
          calls: [
            use("grep_content", "couponById|findCoupon", "7 matches in 3 files"),
            use("read_file", "src/checkout/price-lines.ts"),
            use("read_file", "src/checkout/coupons.ts"),
            use("read_file", "src/checkout/price-lines.test.ts"),
          ],
          seconds: 7,
          cost: 0.012,
        },
        {
          text: "Compare with the version before #4812",
          refused: 1,
          calls: [
            use("bash_command", "git show 9c1e7aa -- src/checkout/price-lines.ts", "+6 −9"),
            use("read_file", "src/checkout/cart.ts"),
            use("list_files", "src/checkout/lines"),
          ],
          seconds: 11,
          cost: 0.012,
        },
        {
          text: "Prove it with one request.",
          calls: Array.from({ length: 9 }, (_, index) => use("read_trace", `request ${8814 + index}`)),
          seconds: 12,
          cost: 0.011,
        },
      ],
      result: "#4812 moved the lookup from the cart into the line loop",
    });
    log.done("cause", "#4812 looks the coupon up once per cart line");
    log.focus("fix");
    log.step("fix", {
      text: "Batch the lookup; check who else calls it first.",
      calls: [use("grep_content", "couponById"), use("read_file", "src/checkout/index.ts")],
      seconds: 4,
      cost: 0.004,
    });
    log.plan("fix", [
      ["callers", "Other callers"],
      ["batch", "Batch the lookup"],
      ["bench", "Benchmark"],
      ["push", "Push for review"],
    ]);
    work(log, {
      id: "callers",
      steps: [
        {
          text: "Look for other callers.",
          calls: ["invoices", "refunds", "search", "mail", "jobs", "admin", "api", "cli", "tests"].map(
            (each) => use("grep_content", `couponById in ${each}`),
          ),
          seconds: 30,
          cost: 0.029,
        },
      ],
      result: "No other callers found",
    });
    log.focus("batch");
    log.step("batch", {
      text: "Collect the codes of the cart first.",
      calls: [
        use("read_file", "src/checkout/price-lines.ts"),
        use("edit_file", "src/checkout/price-lines.ts", "+9 −6"),
        use("edit_file", "src/checkout/coupons.ts", "+14"),
        took(4, use("run_tests", "checkout", "204 of 212 pass")),
        use("read_file", "src/checkout/price-lines.test.ts"),
        use("edit_file", "src/checkout/price-lines.test.ts", "+22"),
      ],
      seconds: 14,
      cost: 0.009,
      input: 92_000,
    });
    log.compact("batch", { before: 92_000, after: 24_000 });
    log.step("batch", {
      text: "Fix what the tests show.",
      calls: [
        ...["coupons", "cart", "index", "price-lines"].map((each) =>
          use("edit_file", `src/checkout/${each}.ts`),
        ),
        ...["checkout", "cart", "price", "all"].map((each) => took(3, use("run_tests", each, "pass"))),
      ],
      seconds: 12,
      cost: 0.013,
      input: 24_000,
    });
    log.done("batch", "One query per request; 212 tests pass");
    work(log, {
      id: "bench",
      steps: [
        {
          text: "Start the benchmark.",
          calls: [
            misuse("bash_command", "npm run bench -- checkout", "Port 5433 is in use"),
            use("bash_command", "lsof -i :5433"),
            use("bash_command", "docker ps"),
          ],
          seconds: 10,
          cost: 0.012,
        },
        {
          text: "Free the port and measure.",
          refused: 1,
          calls: [
            use("bash_command", "docker stop bench-db"),
            ...Array.from({ length: 7 }, (_, index) =>
              took(6, use("bash_command", `npm run bench -- checkout --round ${index + 1}`, "418 ms")),
            ),
          ],
          seconds: 14,
          cost: 0.022,
        },
      ],
      result: "p95 418 ms, after the port was freed",
    });
    log.focus("push");
    log.askApproval(
      "push",
      "Push the fix to fix/batch-coupon-lookup for review",
      use("bash_command", "git push -u origin fix/batch-coupon-lookup"),
    );
  },
};
