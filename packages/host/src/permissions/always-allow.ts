import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { formatTarget, parseTarget, suggestRules } from "@goaltrace/core/permissions";
import type { Runtime } from "../runtime.ts";
import { decideRequest } from "../requests/decide-request.ts";
import { readRequest } from "../requests/read-request.ts";
import type { RequestView } from "../requests/request-view.ts";
import { toPermissionCall } from "./permission-call.ts";
import { readArguments } from "./read-arguments.ts";

/** The layer that a rule is written to with an approval. */
export type AlwaysLayer = "conversation" | "workspace";

/** A rule that would allow the call of a request and those like it: `write_file(src/**)`. For a command line several, one a line. */
export type AlwaysChoice = { readonly layer: AlwaysLayer; readonly rule: string };

/**
 * The rules that a person may write with an approval, per layer narrowest first. Without choices, `obstacle` says why: the file always asks; no
 * rule could allow the call, because of the mode or other rules; or the person may write no rule that reaches the run.
 */
export type AlwaysChoices = {
  readonly choices: readonly AlwaysChoice[];
  readonly obstacle: "protected" | "overruled" | "not_yours" | null;
};

type AlwaysPorts = Pick<
  Runtime,
  "stores" | "ids" | "clock" | "getRedactor" | "tools" | "allowsProtectedWrites" | "readPolicy"
>;
type Asked = { readonly traceId: string; readonly id: string; readonly isAdmin: boolean };

/** Returns the rules that would have let the call of an approval run. Errors: NOT_FOUND; those of `loadProjectRules`. */
export async function alwaysChoices(ports: AlwaysPorts, scope: Scope, asked: Asked): Promise<AlwaysChoices> {
  const view = await readRequest(ports, scope, asked);
  const { approval } = view;
  if (approval === null) return { choices: [], obstacle: "overruled" };
  const layers = await writableLayers(ports, scope, { view, isAdmin: asked.isAdmin });
  if (layers.length === 0) return { choices: [], obstacle: "not_yours" };
  const trace = await ports.stores.traces.get(scope, view.traceId);
  const policy = await ports.readPolicy({
    ...{ workspaceId: scope.workspaceId, conversationId: view.conversation?.id ?? null, agent: view.agent },
    ...{ projectFolder: view.folder, allow: trace?.permission?.allow },
  });
  const call = await toPermissionCall(ports, {
    ...{ tool: approval.tool, arguments: readArguments(approval.arguments), folder: view.folder },
    annotations: ports.tools.find(approval.tool)?.annotations ?? {},
  });
  const choices = layers.flatMap((layer) =>
    suggestRules(call, policy, layer).map((targets) => ({
      layer,
      rule: targets.map(formatTarget).join("\n"),
    })),
  );
  if (choices.length > 0) return { choices, obstacle: null };
  return { choices, obstacle: call.isProtected ? "protected" : "overruled" };
}

/**
 * Writes one of `alwaysChoices` and approves the call; returns the id of its first rule. When the approval comes too late, the rules are removed again.
 * Errors: INVALID_INPUT for another rule, with those that are possible; those of `decideRequest`.
 */
export async function approveAlways(
  ports: AlwaysPorts,
  scope: Scope,
  request: Asked & { readonly choice: AlwaysChoice },
): Promise<{ readonly ruleId: string }> {
  const { choice, traceId, id } = request;
  const view = await readRequest(ports, scope, request);
  const { choices } = await alwaysChoices(ports, scope, request);
  const isOffered = choices.some(({ layer, rule }) => layer === choice.layer && rule === choice.rule);
  if (!isOffered) throw notOffered(choice, choices);
  const targets = choice.rule.split("\n").map(parseTarget);
  const written: string[] = [];
  const ruleIds: string[] = [];
  try {
    for (const target of targets) {
      if ("problem" in target) throw notOffered(choice, choices);
      const newId = ports.ids.next();
      const ruleId = await ports.stores.permissions.addRule(scope, {
        ...{ id: newId, layer: choice.layer, effect: "allow", ...target },
        target: choice.layer === "conversation" ? (view.conversation?.id ?? "") : "",
      });
      ruleIds.push(ruleId);
      if (ruleId === newId) written.push(newId);
    }
    const ruleId = ruleIds[0] ?? "";
    await decideRequest(ports, scope, { traceId, id, decision: { kind: "approve", ruleId } });
    return { ruleId };
  } catch (thrown) {
    for (const ruleId of written) await ports.stores.permissions.removeRule(scope.workspaceId, ruleId);
    throw thrown;
  }
}

/** Members write rules of their own conversations, admins those of all conversations and of the workspace. */
async function writableLayers(
  { stores }: AlwaysPorts,
  scope: Scope,
  { view, isAdmin }: { readonly view: RequestView; readonly isAdmin: boolean },
): Promise<readonly AlwaysLayer[]> {
  const conversation =
    view.conversation === null ? undefined : await stores.conversations.get(scope, view.conversation.id);
  const isOwn = conversation !== undefined && (isAdmin || conversation.personId === scope.personId);
  return [...(isOwn ? (["conversation"] as const) : []), ...(isAdmin ? (["workspace"] as const) : [])];
}

function notOffered({ rule }: AlwaysChoice, choices: readonly AlwaysChoice[]): GoaltraceError {
  const possible = choices.map((choice) => `${choice.rule} (${choice.layer})`).join(", ");
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The rule "${rule.slice(0, 100)}" cannot be written with this approval.`,
    fix:
      possible === ""
        ? "Approve the call once: no rule of yours can allow it."
        : `Possible rules: ${possible}.`,
  });
}
