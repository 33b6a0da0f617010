import type { AddressEffect } from "../../ports/address-effect.ts";
import type { HidesPath, PermissionDecision } from "../../ports/permission.ts";
import type { RunEnvironment } from "../../ports/run-environment.ts";
import { createToolSet } from "../../tools/tool-set.ts";

/**
 * Returns the environment of a child within that of its parent: a tool only if both have it, a call only if both permit it, a question only
 * if the parent may ask, and a file only if both show it. Down any tree, rights only shrink.
 */
export function narrowEnvironment(child: RunEnvironment, parent: RunEnvironment): RunEnvironment {
  const { approvals: _, agents: _own, ...rest } = child;
  const approvals = parent.approvals === undefined ? undefined : child.approvals;
  return {
    ...rest,
    ...(approvals === undefined ? {} : { approvals }),
    ...(parent.agents === undefined ? {} : { agents: parent.agents }),
    tools: createToolSet(child.tools.tools.filter(({ name }) => parent.tools.find(name) !== undefined)),
    permission: {
      decide: async (request) => {
        const own = await child.permission.decide(request);
        return own.effect === "deny" ? own : stricter(own, await parent.permission.decide(request));
      },
    },
    forbiddenFolders: [...new Set([...child.forbiddenFolders, ...parent.forbiddenFolders])],
    allowsProtectedWrites: child.allowsProtectedWrites === true && parent.allowsProtectedWrites === true,
  };
}

/** Returns the stricter decision; what either of them hides stays hidden. */
function stricter(own: PermissionDecision, above: PermissionDecision): PermissionDecision {
  if (above.effect === "deny" || own.effect === "deny") return above.effect === "deny" ? above : own;
  const hides = hidesBoth(own.hides, above.hides);
  const addressEffect = stricterAddressEffect(own.addressEffect, above.addressEffect);
  const decision = above.effect === "ask" && own.effect === "allow" ? above : own;
  return { ...decision, hides, addressEffect };
}

function stricterAddressEffect(
  own: AddressEffect | undefined,
  above: AddressEffect | undefined,
): AddressEffect | undefined {
  if (own === undefined || above === undefined) return undefined;
  return (address) => {
    const effects = [own(address), above(address)];
    return effects.includes("deny") ? "deny" : effects.includes("ask") ? "ask" : "allow";
  };
}

function hidesBoth(own: HidesPath | undefined, above: HidesPath | undefined): HidesPath | undefined {
  if (own === undefined || above === undefined) return own ?? above;
  return (path) => own(path) || above(path);
}
