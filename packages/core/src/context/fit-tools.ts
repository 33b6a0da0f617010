import { shortToolJson } from "./short-tool.ts";
import { toolJson, toolsJson } from "./tools-json.ts";
import { USE_TOOL } from "../log/tool-names.ts";
import type { Tool } from "../ports/tool.ts";
import { NAMED_TOOLS_SHARE, REDUCED_TOOLS_SHARE } from "./tunables.ts";
import { useToolJson } from "./use-tool-definition.ts";

/** How a request describes a tool: whole, in short, or by its name. */
export type ToolForm = "whole" | "short" | "named";

/** The tools of a run's requests. */
export type FittedTools = {
  /** In the given order. */
  readonly forms: ReadonlyMap<Tool, ToolForm>;
  /** The JSON text of the `tools` of a request, `use_tool` last unless every tool is described whole. */
  readonly json: string;
};

type Room = { readonly tokens: number; readonly count: (text: string) => number };

const RANKS = ["first", "default", "last"] as const;

/**
 * Chooses how a request describes each tool within `tokens`. Every one whole if they fit. Otherwise rank by rank (`Tool.inSmallWindows`) and in
 * the given order in short as far as they fit, the next rank only if all of this one do; then the first of them whole with what is left. Only those of
 * the first rank may take all of `tokens` then, the others its `REDUCED_TOOLS_SHARE`. The tools left are named in `use_tool`, through which the model
 * calls them. The same tools and tokens give the same choice, so that the prefix of requests holds. A program with a tool named `use_tool` of its own
 * gets all tools whole.
 */
export function fitTools(tools: readonly Tool[], room: Room): FittedTools {
  const { tokens, count } = room;
  // The usual case, whose text and tokens are known from other runs.
  const json = toolsJson(tools);
  if (count(json) <= tokens || tools.some(({ name }) => name === USE_TOOL))
    return { forms: new Map(tools.map((tool) => [tool, "whole"])), json };
  const forms = new Map<Tool, ToolForm>(tools.map((tool) => [tool, "named"]));
  const ranked = RANKS.map((rank) => tools.filter((tool) => (tool.inSmallWindows ?? "default") === rank));
  const kept = tokens * (1 - REDUCED_TOOLS_SHARE);
  let left = tokens - count(furtherTools(tools, room));
  for (const [rank, ofRank] of ranked.entries()) {
    if (rank === 1) left -= kept;
    for (const tool of ofRank) {
      const cost = count(shortToolJson(tool)) + 1;
      if (cost > left) continue;
      forms.set(tool, "short");
      left -= cost;
    }
    if (ofRank.some((tool) => forms.get(tool) === "named")) break;
  }
  const definitionsOf = (): readonly string[] => [
    ...tools.flatMap((tool) => definitionAs(tool, forms.get(tool))),
    furtherTools(
      tools.filter((tool) => forms.get(tool) === "named"),
      room,
    ),
  ];
  // Fewer names are left to list by now.
  left = tokens - kept - definitionsOf().reduce((total, definition) => total + count(definition) + 1, 0);
  for (const tool of ranked.flat()) {
    const more = count(toolJson(tool)) - count(shortToolJson(tool));
    if (forms.get(tool) !== "short" || more > left) continue;
    forms.set(tool, "whole");
    left -= more;
  }
  return { forms, json: `[${definitionsOf().join(",")}]` };
}

function definitionAs(tool: Tool, form: ToolForm | undefined): readonly string[] {
  if (form === "whole") return [toolJson(tool)];
  return form === "short" ? [shortToolJson(tool)] : [];
}

/** Returns the definition of `use_tool` for these tools: as many names as fit, and the number of the others. */
function furtherTools(tools: readonly Tool[], { tokens, count }: Room): string {
  let left = tokens * NAMED_TOOLS_SHARE;
  const listed = tools.filter(({ name }) => (left -= count(`${name}, `)) >= 0);
  return useToolJson(
    listed.map(({ name }) => name),
    tools.length - listed.length,
  );
}
