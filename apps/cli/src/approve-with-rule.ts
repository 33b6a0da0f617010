import type { Scope } from "@goaltrace/core/ports";
import { type AlwaysChoice, approveAlways, auditedRule, type Runtime } from "@goaltrace/host";

/** Approves a call and writes a rule that allows such calls, which the audit log records. Errors: those of `approveAlways`. */
export async function approveWithRule(
  runtime: Runtime,
  scope: Scope,
  request: { readonly traceId: string; readonly id: string; readonly choice: AlwaysChoice },
): Promise<void> {
  const { database, ids, clock } = runtime;
  // People who can run commands here can change every rule.
  await approveAlways(runtime, scope, { ...request, isAdmin: true });
  const members = await database.members.list(scope.workspaceId);
  await database.audit.add(scope.workspaceId, {
    ...{ id: ids.next(), at: clock.now(), personId: scope.personId, action: "permissions.rule_added" },
    email: members.find(({ personId }) => personId === scope.personId)?.email ?? scope.personId,
    target: auditedRule({ layer: request.choice.layer, effect: "allow", text: request.choice.rule }),
    detail: { by: "command line" },
  });
}
