import type { ContextSource } from "../../ports/run-environment.ts";
import { joinProjectContext, projectContextLimit, type ProjectContextFile } from "../../context/agents-md.ts";

/** Provides the AGENTS.md layers of a run's project folder. `read` returns them outermost first and is called each turn. */
export function projectContextSource(
  read: (folder: string) => Promise<readonly ProjectContextFile[]>,
): ContextSource {
  return {
    slot: "project_context",
    trust: "untrusted",
    load: async ({ trace, smallestWindow }) => {
      const folder = trace.projectFolder;
      if (folder === null) return { text: "", source: "" };
      const project = joinProjectContext(await read(folder), projectContextLimit(smallestWindow));
      return project === null
        ? { text: "", source: folder }
        : { text: project.text, source: folder, layers: project.layers };
    },
  };
}
