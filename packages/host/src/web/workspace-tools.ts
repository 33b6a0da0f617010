import { GoaltraceError, type Tool } from "@goaltrace/core";
import { createToolSet, type ToolSet } from "@goaltrace/core/tools";
import type { WebChoice, WebChoiceStore } from "@goaltrace/db";
import { type OwnWebTools, ownWebTools, readEnteredSearch, type WebSettings } from "@goaltrace/tools";

const MAX_KNOWN_CHOICES = 64;

/** Returns the tools of a workspace: those of the server, with what it decided about the web; `search` only where a service is configured. */
export type ToolsOf = (workspaceId: string) => Promise<ToolSet>;

/** Creates it. Settings are read each time, so that a change applies from the next run on. */
export function createToolsOf(
  { tools, web }: { readonly tools: ToolSet; readonly web: WebSettings },
  choices: Pick<WebChoiceStore, "get">,
): ToolsOf {
  /** By choice, the latest last: converting the schemas of tools takes longer than the rest of what a model is sent. */
  const known = new Map<string, ToolSet>();
  return async (workspaceId) => {
    const choice = await choices.get(workspaceId);
    const key = JSON.stringify(choice);
    const set = known.get(key) ?? withOwn(tools, web, ownTools(web, choice));
    known.delete(key);
    known.set(key, set);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN_CHOICES && oldest !== undefined) known.delete(oldest);
    return set;
  };
}

/** A choice that an earlier version stored, and this one cannot use, leaves what the operator configured. */
function ownTools(web: WebSettings, { honorsRobots, search }: WebChoice): OwnWebTools {
  return ownWebTools(web, { honorsRobots, search: search === null ? null : usable(search) });
}

function usable(search: NonNullable<WebChoice["search"]>): ReturnType<typeof readEnteredSearch> | null {
  try {
    return readEnteredSearch(search);
  } catch (thrown) {
    if (thrown instanceof GoaltraceError) return null;
    throw thrown;
  }
}

function withOwn(set: ToolSet, web: WebSettings, { webfetch, search }: OwnWebTools): ToolSet {
  const own: readonly Tool[] = [webfetch, search].flatMap((tool) => tool ?? []);
  const hasSearch = search !== null || (web.search ?? null) !== null;
  const kept = set.tools.filter(({ name }) => hasSearch || name !== "search");
  if (own.length === 0 && kept.length === set.tools.length) return set;
  return createToolSet([...kept.filter(({ name }) => !own.some((tool) => tool.name === name)), ...own]);
}
