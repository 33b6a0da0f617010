import type { ContextSource, Permission, RunEnvironments, ToolSet } from "@goaltrace/core";
import type { KnownSecrets } from "@goaltrace/tools";
import type { ConfiguredModels } from "./models/model-configuration.ts";
import type { ResolveModel } from "./models/resolve-model.ts";
import { redactorFor } from "./redaction/redactor-of.ts";

export type EnvironmentParts = {
  /** The models of a workspace as they are now. */
  readonly configuredModels: (workspaceId: string) => Promise<ConfiguredModels>;
  readonly resolveModel: ResolveModel;
  readonly secrets: KnownSecrets;
  readonly tools: ToolSet;
  readonly sources: readonly ContextSource[];
  readonly forbiddenFolders: readonly string[];
};

/** A run gets only the tools that its agent names, and nobody asks before they run. */
const ALLOW_ALL: Permission = { decide: async () => ({ effect: "allow" }) };

/**
 * Environments of runs of any workspace. Settings are read once per run, so a changed model counts from the next run on, and a run masks the
 * keys of its own workspace only.
 */
export function createRunEnvironments(parts: EnvironmentParts): RunEnvironments {
  const { secrets, tools, sources, forbiddenFolders } = parts;
  return {
    openRun: async ({ workspaceId }) => {
      const configured = await parts.configuredModels(workspaceId);
      return {
        tools,
        permission: ALLOW_ALL,
        redactor: redactorFor({ vault: configured.vault, secrets }, workspaceId, configured.settings),
        models: parts.resolveModel(configured),
        sources,
        forbiddenFolders,
        close: async () => undefined,
      };
    },
  };
}
