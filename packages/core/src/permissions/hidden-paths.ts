import { decide, type Policy } from "./decide.ts";
import { matchesTool } from "./match-rule.ts";
import { type Effect, type PermissionCall, stricter } from "./rule.ts";

/**
 * Returns which paths a permitted search must leave out: those about which its rules, or those of the tool that it `readsAs`, are stricter than
 * `permitted`, the effect that was decided about the call itself. Undefined when no rule can hide a path.
 */
export function hiddenPaths(
  call: PermissionCall,
  policy: Policy,
  { permitted, readsAs }: { readonly permitted: Effect; readonly readsAs?: string | undefined },
): ((path: string) => boolean) | undefined {
  const isStricter = (effect: Effect): boolean => stricter(effect, permitted) !== permitted;
  const tools = readsAs === undefined ? [call.tool] : [call.tool, readsAs];
  const canHide = policy.rules.some(
    (rule) => isStricter(rule.effect) && tools.some((tool) => matchesTool(rule.tool, tool)),
  );
  if (!canHide) return undefined;
  return (path) =>
    tools.some((tool) =>
      isStricter(decide({ ...call, tool, subjects: [{ kind: "path", text: path }] }, policy).effect),
    );
}
