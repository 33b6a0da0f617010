import { describe, expect, it } from "vitest";
import { explainsCalledTool } from "./explains-called-tool.ts";

const CALLED = new Set([
  ...["fetch_page", "git_log", "explore", "github_create_issue"],
  ...["webfetch", "write_file", "read_file", "run_tests", "bash_command"],
]);

function explains(
  name: string,
  content: string,
  type: "reference" | "feedback" | "user" = "reference",
): boolean {
  return explainsCalledTool({ type, name, description: name, content }, CALLED);
}

describe("explainsCalledTool", () => {
  it.each([
    ["How to use fetch_page", "It takes the address of a page and returns its text."],
    ["Usage of fetch-page", "Pass the address; the answer is Markdown."],
    ["Parameters of git_log", "path, since and count."],
    ["github-create-issue: arguments", "repository, title, body."],
    ["Reference for the explore tool", "It takes a list of tasks, one for each agent."],
    ["fetch_page 的用法", "传入网址，返回页面正文。"],
    ["如何使用 git_log", "参数是路径和起始日期。"],
    ["explore 工具使用说明", "传入一组任务，每个智能体一个。"],
  ])("recognizes a manual: %s", (name, content) => {
    expect(explains(name, content)).toBe(true);
  });

  it.each([
    ["Usage of fetch_page", "Pass the address. Pages above 2 MB fail."],
    ["How to use fetch_page", "Never fetch the staging server: it counts visits."],
    ["Parameters of git_log", "Known issue: since is read in UTC."],
    ["fetch_page 的用法", "传入网址。注意：登录页会返回空白。"],
    ["如何使用 git_log", "不要传日期，会超时。"],
  ])("keeps one that warns: %s, %s", (name, content) => {
    expect(explains(name, content)).toBe(false);
  });

  it.each([
    ["How to use run_query", "It takes a statement."],
    ["How to use the library", "Ask Ana for the key."],
    ["Documentation of the billing service", "It is in the wiki under Finance."],
    ["fetch_page of the year", "The page that the team liked most."],
    ["Examples to explore in the workshop", "Sorting and searching."],
    ["费用报销的用法", "按月提交。"],
    ["Usage of fetch page", "Pass the address; the answer is Markdown."],
    ["Reference: how we write file names in reports", "The client comes first, then the month."],
    ["Deploy parameters", "The deploy that we run: tests on staging first."],
    ["Usage of read_file for the pricing sheet", "Prices are in cents."],
    ["How to use bash_command here", "Source the profile of the team first."],
    ["How to use search", "Ana keeps a list of good words."],
    ["How to use webfetch", "The base address is that of the intranet."],
  ])("keeps one about something else: %s", (name, content) => {
    expect(explains(name, content)).toBe(false);
  });

  it.each([
    "The base address is https://intra/api/v",
    "Prices are in sheets/prices.",
    "Prices are in prices.csv.",
    "The port is 6543.",
    "端口是６５４３。",
    "Set DB_HOST=staging for the tests.",
    "Pass 'intra' as the host.",
    "Pass “intra” as the host.",
    "主机是「内网」。",
    "Pass `intra` as the host.",
    "Ask ana@team for the key.",
  ])("keeps one with a fact: %s", (content) => {
    expect(explains("How to use fetch_page", content)).toBe(false);
    const name = "How to use fetch_page";
    const manual = { type: "reference", name, content: "It takes an address." } as const;
    expect(explainsCalledTool({ ...manual, description: content }, CALLED)).toBe(false);
    expect(explainsCalledTool({ ...manual, description: name }, CALLED)).toBe(true);
  });

  it.each([
    ["File naming", "Reference: how we write file names in reports", "The client comes first."],
    ["Deploy parameters", "Parameters of the deploy that we run: tests on staging first", "Ask Ana."],
    ["Usage of read_file for the pricing sheet", "Where the prices are", "sheets/2026-q3.csv, in cents"],
    ["How to use webfetch", "The intranet", "base address is https://intra/api/v3"],
    ["How to use bash_command here", "The database", "Set DB_PORT=6543 in front."],
  ])("keeps what the team knows: %s", (name, description, content) => {
    expect(explainsCalledTool({ type: "reference", name, description, content }, CALLED)).toBe(false);
  });

  it("keeps what a person asked for", () => {
    expect(explains("How to use fetch_page", "Use it for each source.", "feedback")).toBe(false);
  });
});
