import type { Permission } from "@goaltrace/core";
import type { ContextSource, RunEnvironments } from "@goaltrace/core/ports";
import type { ToolSet } from "@goaltrace/core/tools";
import type { KnownSecrets } from "@goaltrace/tools";
import type { FolderCheck } from "./folders/check-folder.ts";
import type { ConfiguredModels } from "./models/model-configuration.ts";
import type { ResolveModel } from "./models/resolve-model.ts";
import { createRedactor } from "./redaction/get-redactor.ts";

export type EnvironmentParts = {
  /** The current models of a workspace. */
  readonly configuredModels: (workspaceId: string) => Promise<ConfiguredModels>;
  readonly resolveModel: ResolveModel;
  readonly secrets: KnownSecrets;
  readonly tools: ToolSet;
  readonly sources: readonly ContextSource[];
  readonly forbiddenFolders: readonly string[];
  readonly folderCheck: FolderCheck;
  readonly allowsProtectedWrites: boolean;
};

/** A run gets only the tools that its agent names, and they run without approval. */
const ALLOW_ALL: Permission = { decide: async () => ({ effect: "allow" }) };

/**
 * Creates the environments of runs in any workspace. A run in a folder that the server refuses ends with that failure. Settings are read
 * once per run, so a changed model applies from the next run, and a run masks only the keys of its own workspace.
 */
export function createRunEnvironments(parts: EnvironmentParts): RunEnvironments {
  const { secrets, tools, sources, forbiddenFolders, allowsProtectedWrites } = parts;
  return {
    openRun: async ({ workspaceId, projectFolder }) => {
      if (projectFolder !== null) await parts.folderCheck.assertUsable({ workspaceId }, projectFolder);
      const configured = await parts.configuredModels(workspaceId);
      return {
        tools,
        permission: ALLOW_ALL,
        redactor: createRedactor({ vault: configured.vault, secrets }, workspaceId, configured.settings),
        models: parts.resolveModel(configured),
        sources,
        forbiddenFolders,
        allowsProtectedWrites,
        close: async () => undefined,
      };
    },
  };
}
