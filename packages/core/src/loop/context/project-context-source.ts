import type { ContextSource } from "../../ports/run-environment.ts";
import {
  joinProjectContext,
  projectContextTokens,
  type ProjectContextFile,
} from "../../context/agents-md.ts";

/**
 * Provides the AGENTS.md layers of a run's project folder and of the folders in it that were touched. `read` returns them outermost first; it is
 * called each turn, and when another folder is touched.
 */
export function projectContextSource(
  read: (folder: string, touchedFolders: readonly string[]) => Promise<readonly ProjectContextFile[]>,
): ContextSource {
  return {
    slot: "project_context",
    trust: "untrusted",
    load: async ({ trace, tokensLeft, count, touchedFolders }) => {
      const folder = trace.projectFolder;
      if (folder === null) return { text: "", source: "" };
      const project = joinProjectContext(await read(folder, touchedFolders), {
        tokens: projectContextTokens(tokensLeft),
        count,
      });
      return project === null
        ? { text: "", source: folder }
        : { text: project.text, source: folder, layers: project.layers };
    },
  };
}
