import type { ToolAnnotations } from "./tool.ts";

export type PermissionRequest = {
  readonly traceId: string;
  readonly toolName: string;
  readonly arguments: unknown;
  readonly annotations: ToolAnnotations;
};
export type PermissionDecision =
  { readonly effect: "allow" } | { readonly effect: "deny"; readonly reason: string };
/** Stands before every tool. */
export interface Permission {
  decide(request: PermissionRequest): Promise<PermissionDecision>;
}
