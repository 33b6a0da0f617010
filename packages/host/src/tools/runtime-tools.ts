import { presetAgents } from "@goaltrace/core/agents";
import type { MemoryFinder } from "@goaltrace/core/memory";
import type { MemoryStore, ProfileStore } from "@goaltrace/core/ports";
import {
  childTools,
  createToolSet,
  memoryTools,
  profileTools,
  saveSkillTool,
  skillTools,
  type ToolSet,
} from "@goaltrace/core/tools";
import { builtInTools, unconfiguredSearchTool, webTools } from "@goaltrace/tools";

export type ToolParts = {
  readonly machine: Parameters<typeof builtInTools>[0];
  readonly languageServers: Parameters<typeof builtInTools>[1];
  readonly web: Parameters<typeof webTools>[0];
  readonly profiles: ProfileStore;
  readonly skillWriting: Parameters<typeof saveSkillTool>[0];
  readonly memory: { readonly store: MemoryStore; readonly finder: MemoryFinder };
};

/** Returns all tools of runs except those of MCP servers; `search` also where only workspaces may configure a service. */
export function runtimeTools({
  machine,
  languageServers,
  web,
  profiles,
  skillWriting,
  memory,
}: ToolParts): ToolSet {
  return createToolSet([
    ...builtInTools(machine, languageServers),
    ...webTools(web),
    ...((web.search ?? null) === null ? [unconfiguredSearchTool()] : []),
    ...childTools(presetAgents),
    ...skillTools(),
    saveSkillTool(skillWriting),
    ...profileTools({ profiles, memories: memory.store }),
    ...memoryTools(memory.store, memory.finder),
  ]);
}
