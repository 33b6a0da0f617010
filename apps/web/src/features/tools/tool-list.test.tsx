import type { UseQueryResult } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { ToolList } from "./tool-list.tsx";

type Tool = RouterOutputs["tools"]["list"]["items"][number];
type List = UseQueryResult<RouterOutputs["tools"]["list"], unknown>;

const tool = (name: string, isByName: boolean): Tool => ({
  ...{ name, description: "", effect: isByName ? "deny" : "allow", isByName, use: null },
});

/** The headings and the rows of a list of these tools. */
function textsOf(items: readonly Tool[]): { readonly headings: string; readonly rows: string } {
  const list = { isPending: false, isError: false, data: { items, canTry: false } } as unknown as List;
  const markup = renderMarkup(
    <ToolList workspace="shop" list={list} sandbox={undefined} selected={null} onSelect={() => undefined} />,
  );
  const all = (tag: string): string =>
    [...markup.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, "gu"))].map(([text]) => text).join("\n");
  return { headings: all("h2"), rows: all("ul") };
}

it("marks a group whose tools are all only for agents that name them, and no row of it", () => {
  const { headings, rows } = textsOf([tool("parse_ast", true), tool("find_symbol", true)]);
  expect(headings).toContain("by name");
  expect(rows).not.toContain("by name");
});

it("marks single tools of a group of which others are for everybody", () => {
  const { headings, rows } = textsOf([tool("parse_ast", true), tool("find_symbol", false)]);
  expect(headings).not.toContain("by name");
  expect(rows.match(/by name</gu)).toHaveLength(1);
});
