import { usableTokens } from "../../context/usable-tokens.ts";
import { countOf } from "../../log/count-of.ts";
import type { ContextSource } from "../../ports/run-environment.ts";
import { fitTools, type ToolForm } from "../../context/fit-tools.ts";
import { TOOLS_WINDOW_SHARE } from "../../context/tunables.ts";

/** Provides the run's tools as the JSON text that is sent. In a small window the less needed ones are described in short, or only named. */
export const toolsSource: ContextSource = {
  slot: "tools",
  trust: "workspace",
  mediaType: "application/json",
  load: async ({ tools, smallestWindow, count }) => {
    const source = countOf(tools.length, "tool");
    if (tools.length === 0) return { text: "", source };
    const tokens = usableTokens(smallestWindow) * TOOLS_WINDOW_SHARE;
    const { forms, json } = fitTools(tools, { tokens, count });
    const ofForm = (form: ToolForm): readonly string[] =>
      tools.filter((tool) => forms.get(tool) === form).map(({ name }) => name);
    const reduced = { shortTools: ofForm("short"), namedTools: ofForm("named") };
    return { text: json, source, reduced };
  },
};
