import type { MemoryFields, NewMemory } from "@goaltrace/core/ports";
import type { Teller } from "../story.ts";

/** An entry of the seeded memory. */
export type SeededMemory = MemoryFields & {
  readonly audience: NewMemory["audience"];
  readonly by: Teller;
  readonly project?: string;
  readonly savedDaysAgo: number;
  /** The story that taught it, with the words. A person wrote an entry without one. */
  readonly learned?: { readonly title: string; readonly quote: string };
  /** Waits for a person, because an untrusted text may have caused it. */
  readonly isHeld?: true;
  /** The name of the entry that it replaces. */
  readonly replaces?: string;
  /** The number of runs that had it in their context. */
  readonly recalls: number;
};

const NIGHTLY = "Why are the nightly totals off by cents?";
const SUMMARY = "Summarise yesterday's orders";

/** Entries of every type, for the workspace and for one person, current, replaced and waiting. */
export const memories: readonly SeededMemory[] = [
  {
    ...{ type: "feedback", name: "Sums in cents", audience: "workspace", by: "owner", recalls: 9 },
    description: "Add amounts in cents and round once per order",
    keywords: ["rounding", "totals", "cents", "四舍五入"],
    content:
      "Rule: Add amounts in cents and round once per order.\nWhy: Rounding each order to whole euros lost 0.10 a night since March 2026.\nHow to apply: Everything that adds up orders, in code and in answers.",
    savedDaysAgo: 0.1,
    learned: { title: NIGHTLY, quote: "The nightly totals are off by a few cents since March." },
  },
  {
    ...{
      type: "feedback",
      name: "Load tests need a go-ahead",
      audience: "workspace",
      by: "owner",
      recalls: 6,
    },
    description: "Ask before any load test; after 18:00 UTC also tell Jonas",
    keywords: ["load test", "staging", "压测", "bench"],
    content:
      "Rule: Ask a person before any load test, on staging too.\nWhy: On 9 October 2026 a benchmark filled the staging queue and hid an incident for 40 minutes.\nHow to apply: Show the command, the target and the number of requests. A yes holds for that run.",
    savedDaysAgo: 46,
  },
  {
    ...{
      type: "feedback",
      name: "Say what was not checked",
      audience: "workspace",
      by: "jonas",
      recalls: 12,
    },
    description: "A report ends with what is unverified",
    keywords: ["report", "unverified", "limits"],
    content:
      "Rule: End a report with what was not checked.\nWhy: Two reviews in August 2026 took a guess for a result.\nHow to apply: Every report and every review.",
    savedDaysAgo: 103,
  },
  {
    ...{ type: "feedback", name: "复现之前不要改代码", audience: "workspace", by: "wei", recalls: 3 },
    description: "先用失败的测试复现问题，再修改代码",
    keywords: ["复现", "测试", "reproduce", "failing test"],
    content:
      "规则：先写一个失败的测试，再修改代码。\n原因：2026 年 9 月有一次修改解决了另一个问题。\n做法：适用于每一个缺陷。",
    savedDaysAgo: 27,
  },
  {
    ...{ type: "user", name: "Mira decides about releases", audience: "workspace", by: "jonas", recalls: 7 },
    description: "Leads checkout; wants numbers with units before a decision",
    keywords: ["release", "approval", "owner"],
    content:
      "Mira leads checkout and decides about its releases. She wants numbers with units before a decision.",
    savedDaysAgo: 80,
  },
  {
    ...{ type: "user", name: "Summaries of three sentences", audience: "person", by: "owner", recalls: 5 },
    description: "Wants a summary in three sentences, details on request",
    keywords: ["brief", "length", "summary", "简短"],
    content: "Wants summaries in three sentences, and details only on request.",
    savedDaysAgo: 1,
    learned: { title: SUMMARY, quote: "in three sentences" },
  },
  {
    ...{ type: "project", name: "Order export freeze", audience: "workspace", by: "owner", recalls: 4 },
    description: "The format of the order export must not change until 12 January 2027",
    keywords: ["export", "freeze", "csv"],
    project: "orders-service",
    content:
      "The format of the order export is frozen until 12 January 2027, because the tax office imports it by position of the columns.",
    savedDaysAgo: 13,
  },
  {
    ...{
      type: "project",
      name: "Discount limit is a constant",
      audience: "workspace",
      by: "owner",
      recalls: 2,
    },
    description: "The limit of 100 is a literal in src/orders.ts, not configurable yet",
    keywords: ["discount", "configuration", "limit"],
    project: "orders-service",
    content:
      "The discount limit of 100 is a literal in src/orders.ts. It should come from the configuration, which waits for the new settings service.",
    savedDaysAgo: 0.1,
    learned: { title: NIGHTLY, quote: "Is the discount limit configurable?" },
  },
  {
    ...{
      type: "project",
      name: "Search reindex takes four hours",
      audience: "workspace",
      by: "jonas",
      recalls: 1,
    },
    description: "Start before 14:00 UTC, or it overlaps the nightly export",
    keywords: ["search", "reindex", "nightly"],
    content:
      "A full reindex of the search takes four hours. Start it before 14:00 UTC, or it overlaps the nightly export.",
    savedDaysAgo: 52,
  },
  {
    ...{ type: "reference", name: "Order states", audience: "workspace", by: "owner", recalls: 8 },
    description: "What settled, captured and released mean; docs/order-states.md",
    keywords: ["glossary", "settled", "captured", "订单状态"],
    content:
      "The states of orders are explained in docs/order-states.md. Settled means paid out, captured means charged.",
    savedDaysAgo: 140,
  },
  {
    ...{ type: "reference", name: "Incident severities", audience: "workspace", by: "jonas", recalls: 0 },
    description: "S1 to S4 with examples, in docs/incidents.md",
    keywords: ["incident", "severity", "S1"],
    content: "Severities S1 to S4 are explained with examples in docs/incidents.md.",
    savedDaysAgo: 150,
  },
  // The held entry about regions disagrees with it.
  {
    ...{ type: "reference", name: "Regions that closed", audience: "workspace", by: "jonas", recalls: 1 },
    description: "Regions 7 and 19 have no orders any more",
    keywords: ["region", "closed", "orders"],
    content: "Regions 7 and 19 have no file and no orders, according to finance.",
    savedDaysAgo: 35,
  },
  {
    ...{ type: "reference", name: "Old tax vendor", audience: "workspace", by: "owner", recalls: 2 },
    description: "Limits of the tax vendor: 40 lines a batch",
    keywords: ["tax", "vendor", "limits"],
    content: "The tax vendor accepts 40 lines a batch and 300 requests a minute.",
    savedDaysAgo: 206,
  },
  {
    ...{ type: "reference", name: "Tax vendor limits", audience: "workspace", by: "owner", recalls: 3 },
    description: "50 lines a batch, 600 requests a minute since September 2026",
    keywords: ["tax", "vendor", "limits", "batch"],
    content: "Since September 2026 the tax vendor accepts 50 lines a batch and 600 requests a minute.",
    savedDaysAgo: 68,
    replaces: "Old tax vendor",
  },
  {
    ...{ type: "project", name: "Staging certificates", audience: "workspace", by: "owner", recalls: 0 },
    description: "Renewed by hand every 90 days, next on 8 January 2027",
    keywords: ["certificate", "staging", "renewal"],
    content: "Certificates of staging are renewed by hand every 90 days, next on 8 January 2027.",
    savedDaysAgo: 47,
  },
  {
    ...{ type: "project", name: "Regions without orders", audience: "person", by: "owner", recalls: 0 },
    description: "Regions 7, 15 and 22 have no file and no orders",
    keywords: ["region", "gaps", "orders"],
    project: "orders-service",
    content: "Regions 7, 15 and 22 have no file and no orders, according to the files of the project.",
    savedDaysAgo: 0.1,
    learned: { title: "Look at the regions from three sides", quote: "Regions 7, 15 and 22 have no orders." },
    isHeld: true,
  },
  {
    ...{ type: "reference", name: "Total of the week", audience: "person", by: "owner", recalls: 0 },
    description: "494.50 euros in four orders",
    keywords: ["total", "week", "orders"],
    project: "orders-service",
    content: "The total of the week is 494.50 euros in four orders.",
    savedDaysAgo: 4,
    learned: { title: "Write the weekly report", quote: "494.50 euros" },
    isHeld: true,
  },
];
