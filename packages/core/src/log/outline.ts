import type { GoalChange } from "./events/goal-operation.ts";
import type { DoomLoopAction, DoomLoopDetector } from "./events/loop-verdict.ts";

/** The kind-specific part of an outlined entry. Stored and sent as is: keys and kinds never change. */
export type OutlineBody =
  | { readonly k: "user"; readonly d: string; readonly n: number }
  | {
      readonly k: "assistant";
      readonly d: string;
      readonly i: number;
      readonly o: number;
      readonly c: number | null;
      readonly m: number;
      readonly calls: readonly string[];
    }
  | {
      readonly k: "tool";
      readonly d: string;
      readonly call: string;
      readonly name: string;
      readonly s: "ok" | "error" | "denied" | "cancelled" | "interrupted";
      readonly n: number;
      readonly m: number;
    }
  | { readonly k: "started"; readonly call: string; readonly name: string }
  | { readonly k: "goals"; readonly ops: readonly GoalChange[] }
  | {
      readonly k: "loop";
      readonly detector: DoomLoopDetector;
      readonly action: DoomLoopAction;
      readonly count: number;
      readonly from: number;
    }
  | { readonly k: "retry"; readonly attempt: number; readonly d: string }
  | { readonly k: "error"; readonly d: string }
  | { readonly k: "limit"; readonly d: string }
  | {
      /** A compaction; the values are stored. */
      readonly k: "compacted";
      readonly layer: "clear" | "summarise";
      /** Number of cleared results or folded messages. */
      readonly n: number;
      /** Tokens of the view before and after. */
      readonly before: number;
      readonly after: number;
    }
  | { readonly k: "resumed"; readonly unknown: number }
  | { readonly k: "calling"; readonly call: string }
  | { readonly k: "begin"; readonly d: string }
  | {
      readonly k: "end";
      readonly status: "completed" | "failed" | "cancelled" | "interrupted";
      readonly d: string;
    }
  | {
      readonly k: "route";
      readonly route: string;
      readonly by: "rule" | "model" | "agent";
      readonly d: string;
    }
  | { readonly k: "signal"; readonly d: string }
  | { readonly k: "paused"; readonly d: string }
  | { readonly k: "unpaused"; readonly d: string }
  | { readonly k: "permission"; readonly effect: "deny" | "ask"; readonly call: string; readonly d: string }
  | {
      readonly k: "approval";
      readonly state: "requested" | "approved" | "denied" | "expired";
      readonly call: string;
      readonly d: string;
    }
  | {
      readonly k: "question";
      readonly state: "asked" | "answered" | "expired" | "dismissed";
      readonly d: string;
    }
  | {
      readonly k: "effect";
      readonly resolution: "happened" | "did_not_happen" | "run_again";
      readonly call: string;
      readonly d: string;
    }
  | {
      readonly k: "child";
      readonly state: "spawned" | "completed" | "failed" | "cancelled" | "interrupted";
      /** Trace id of the child. */
      readonly child: string;
      readonly d: string;
    }
  /** Between agents; `from` and `to` are trace ids. */
  | { readonly k: "message"; readonly from: string; readonly to: string; readonly d: string }
  /** A plan of `n` steps; revision 0 is the first. */
  | { readonly k: "plan"; readonly n: number; readonly revision: number; readonly d: string }
  | { readonly k: "lesson"; readonly d: string }
  /** A critique with `n` findings; `d` is the first. */
  | {
      readonly k: "critique";
      readonly round: number;
      readonly verdict: "accept" | "revise";
      readonly n: number;
      readonly d: string;
    }
  | {
      readonly k: "claim";
      readonly goalId: string;
      readonly verdict: "verified" | "unverified" | "not_done";
      readonly d: string;
    }
  /** `d` is the unit of the amounts. */
  | {
      readonly k: "budget";
      readonly level: "workspace" | "trace" | "child";
      readonly used: number;
      readonly allowed: number;
      readonly d: string;
    }
  /** `n` memories; `d` names a single one. */
  | {
      readonly k: "memory";
      readonly state: "recalled" | "created" | "updated" | "superseded" | "removed" | "quarantined";
      readonly n: number;
      readonly d: string;
    }
  | { readonly k: "skill"; readonly d: string }
  /** A value of `n` tokens. */
  | { readonly k: "value"; readonly n: number; readonly d: string }
  | { readonly k: "other"; readonly d: string };

/**
 * One entry without its payload, for goal tree, graph and lists: at most about 150 bytes per message on the wire. Keys are short because
 * thousands are sent together: q sequence, t time, g goal, k kind.
 */
export type OutlineEntry = { readonly q: number; readonly t: number; readonly g: string } & OutlineBody;
