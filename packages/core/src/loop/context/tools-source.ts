import { countOf } from "../../log/count-of.ts";
import { toolsJson } from "../../context/tools-json.ts";
import type { ContextSource } from "../../ports/run-environment.ts";

/** Provides the run's tools as the JSON text that is sent. */
export const toolsSource: ContextSource = {
  slot: "tools",
  trust: "workspace",
  mediaType: "application/json",
  load: async ({ tools }) => ({
    text: tools.length === 0 ? "" : toolsJson(tools),
    source: countOf(tools.length, "tool"),
  }),
};
