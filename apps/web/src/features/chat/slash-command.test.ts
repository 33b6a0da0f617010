import { describe, expect, it } from "vitest";
import { readCommand } from "./slash-command.ts";

describe("readCommand", () => {
  it.each([
    ["/compact", ""],
    ["  /compact  ", ""],
    ["/compact focus on the failing test", "the failing test"],
    ["/Compact the failing test", "the failing test"],
    ["/compact focus on\nprices", "prices"],
    ["/compact 价格", "价格"],
  ])("reads %j as a compaction with the focus %j", (text, focus) => {
    expect(readCommand(text)).toEqual({ kind: "compact", focus });
  });

  it.each([
    ["/memory", ""],
    ["/memory currency of reports", "currency of reports"],
    ["/memory search 欧元", "欧元"],
  ])("reads %j as a search of memory for %j", (text, query) => {
    expect(readCommand(text)).toEqual({ kind: "memory", query });
  });

  it("reads /agents as the request to show the sub-agents", () => {
    expect(readCommand(" /agents ")).toEqual({ kind: "agents" });
  });

  it.each([
    ["/budget", { kind: "show" }],
    ["/Budget  0.50usd, 10m ", { kind: "save", budget: "0.5usd,10m" }],
    ["/budget none", { kind: "save", budget: "" }],
  ])("reads %j as the change %j of the budget", (text, change) => {
    expect(readCommand(text)).toEqual({ kind: "budget", change });
  });

  it("says what is wrong with a budget", () => {
    expect(readCommand("/budget 5 sheep")).toEqual({
      kind: "budget",
      change: {
        kind: "unreadable",
        problem: expect.stringContaining('"5 sheep" is not an amount') as unknown,
      },
    });
  });

  it.each([
    "compact this",
    "/memorybank",
    "/budgets of 2026",
    "/etc/budget",
    "/compaction of tables",
    "say /compact",
    "/other",
    "",
  ])("treats %j as a message", (text) => {
    expect(readCommand(text)).toBeNull();
  });
});
