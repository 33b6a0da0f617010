import { parseTarget, type PermissionRule, type Policy } from "@goaltrace/core/permissions";
import type { PermissionStore } from "@goaltrace/db";
import { loadProjectRules } from "./project-rules.ts";

/** The circumstances that determine the policy of a run. `allow` are the caller's own rules. */
export type PolicyRun = {
  readonly workspaceId: string;
  readonly conversationId: string | null;
  /** The name of the agent. */
  readonly agent: string;
  /** The agent that it builds on; calls that are denied or asked about for that agent are so for this one too. @default none */
  readonly basis?: string | undefined;
  readonly projectFolder: string | null;
  /** @default none */
  readonly allow?: readonly string[] | undefined;
};

/** Returns the mode and every rule that decides about the calls of a run. Errors: those of `loadProjectRules`. */
export type ReadRunPolicy = (run: PolicyRun) => Promise<Policy>;

/** Creates the reader over stored rules and files. */
export function createReadRunPolicy(
  stored: PermissionStore["policy"],
  forbiddenFolders: readonly string[],
): ReadRunPolicy {
  return async ({ workspaceId, conversationId, agent, basis, projectFolder, allow = [] }) => {
    const [policy, projectRules, ofBasis] = await Promise.all([
      stored(workspaceId, { conversationId, agent }),
      loadProjectRules(projectFolder, forbiddenFolders),
      basis === undefined
        ? []
        : stored(workspaceId, { conversationId: null, agent: basis }).then(restrictions),
    ]);
    return { mode: policy.mode, rules: [...policy.rules, ...ofBasis, ...allowRules(allow), ...projectRules] };
  };
}

/** The rules of an agent that take rights away. */
function restrictions({ rules }: Pick<Policy, "rules">): readonly PermissionRule[] {
  return rules.filter(({ layer, effect }) => layer === "agent" && effect !== "allow");
}

/** The caller's own rules, as particular as those of a conversation. */
function allowRules(allow: readonly string[]): readonly PermissionRule[] {
  return allow.flatMap((text, index) => {
    const target = parseTarget(text);
    if ("problem" in target) return [];
    return [{ id: `allow:${index + 1}`, layer: "conversation", effect: "allow", ...target }];
  });
}
