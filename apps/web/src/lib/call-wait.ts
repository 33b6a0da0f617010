import type { CallWaiting } from "@goaltrace/core/log";

/** The reason for which a model call waits: a place at its endpoint, behind `ahead` others, or room in a quota of `limit` calls a minute. */
export type CallWait =
  | { readonly kind: "endpoint"; readonly ahead: number }
  | { readonly kind: "quota"; readonly of: "workspace" | "person" | "key"; readonly limit: number };

/** Returns the wait that a notice reports, null for its end; `before` itself if it is the same. */
export function changedWait(before: CallWait | null, { ahead, quota }: CallWaiting): CallWait | null {
  if (ahead === null) return null;
  const wait: CallWait =
    quota === undefined
      ? { kind: "endpoint", ahead }
      : { kind: "quota", of: holderOf(quota.name), limit: quota.limit };
  return before !== null && isSame(before, wait) ? before : wait;
}

/** Returns the values of a message that names a wait. */
export function waitValues(wait: CallWait | null): {
  readonly ahead: number;
  readonly of: string;
  readonly limit: number;
} {
  return { ahead: 0, of: "none", limit: 0, ...wait };
}

function holderOf(quota: string): "workspace" | "person" | "key" {
  const [holder] = quota.split(".");
  return holder === "person" || holder === "key" ? holder : "workspace";
}

function isSame(left: CallWait, right: CallWait): boolean {
  if (left.kind === "endpoint") return right.kind === "endpoint" && left.ahead === right.ahead;
  return right.kind === "quota" && left.of === right.of && left.limit === right.limit;
}
