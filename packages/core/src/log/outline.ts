import type { GoalChange } from "./events/goal-operation.ts";
import type { DoomLoopAction, DoomLoopDetector } from "./events/loop-verdict.ts";

/** What an outline holds of an entry besides its place, by kind. Stored and sent as it is: keys and kinds keep their spelling. */
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
      /** A compaction, in its stored spelling. */
      readonly k: "compacted";
      readonly layer: "clear" | "summarise";
      /** Results cleared, or messages folded. */
      readonly n: number;
      /** Tokens of the view. */
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
      /** Id of its trace. */
      readonly child: string;
      readonly d: string;
    }
  /** Between agents; both ends are ids of traces. */
  | { readonly k: "message"; readonly from: string; readonly to: string; readonly d: string }
  /** A plan of `n` steps; revision 0 is the first. */
  | { readonly k: "plan"; readonly n: number; readonly revision: number; readonly d: string }
  | { readonly k: "lesson"; readonly d: string }
  /** A critique with `n` findings, the first of which is `d`. */
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
  /** `n` memories, or one that is named. */
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
 * One entry without its payload: what goal tree, graph and lists need, at most about 150 bytes per message on the wire. Short keys
 * because thousands travel at once: q sequence, t time, g goal, k kind.
 */
export type OutlineEntry = { readonly q: number; readonly t: number; readonly g: string } & OutlineBody;
