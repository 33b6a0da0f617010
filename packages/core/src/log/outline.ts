import type { GoalChange } from "./events/goal-operation.ts";
import type { DoomLoopAction, DoomLoopDetector } from "./events/loop-verdict.ts";
import type { TraceStatus } from "./trace.ts";

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
      /** Milliseconds to the first token of the last attempt. Absent when unknown. */
      readonly f?: number;
      /** Input tokens that the provider read from its cache. Absent when there were none. */
      readonly h?: number;
    }
  | {
      readonly k: "tool";
      readonly d: string;
      readonly call: string;
      readonly name: string;
      readonly s: "ok" | "error" | "denied" | "cancelled" | "interrupted";
      readonly n: number;
      readonly m: number;
      /** Why it failed or did not run, in a few words. Absent for other outcomes. */
      readonly r?: string;
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
  | {
      /** A failed attempt of `m` milliseconds. `w` is the pause before the next one; null when there is none. */
      readonly k: "retry";
      readonly attempt: number;
      readonly d: string;
      readonly m?: number;
      readonly w?: number | null;
    }
  | { readonly k: "error"; readonly d: string; readonly call?: string }
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
  /** `p` is the purpose of a call other than a step of the loop. */
  | { readonly k: "calling"; readonly call: string; readonly p?: string }
  | {
      /** The end of a call that leaves no message, or waited for its endpoint: tokens in, out and cached, cost, durations. */
      readonly k: "called";
      readonly call: string;
      readonly p: string;
      readonly i: number;
      readonly o: number;
      readonly h: number;
      readonly c: number | null;
      readonly m: number;
      /** Milliseconds for which it waited for a place at its endpoint, before `m`. Absent when it did not wait. */
      readonly w?: number;
    }
  /** An answer of a helper call that could not be used, with the problem. */
  | { readonly k: "rejected"; readonly call: string; readonly d: string }
  /** A change of the run's status; `d` is what it waits for, `u` what the sub-agents wait for that it waits for. */
  | { readonly k: "status"; readonly s: TraceStatus; readonly d: string; readonly u?: string }
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
      readonly call?: string;
    }
  | {
      readonly k: "effect";
      readonly resolution: "happened" | "did_not_happen" | "run_again" | "left" | "expired";
      readonly call: string;
      readonly d: string;
    }
  | {
      readonly k: "child";
      readonly state: "spawned" | "completed" | "failed" | "cancelled" | "interrupted";
      /** Trace id of the child. */
      readonly child: string;
      /** The agent at the start, its answer or failure at the end. */
      readonly d: string;
      /** Only at the start, like the following: its task. */
      readonly task?: string;
      /** The call that started it. Absent when no call did. */
      readonly call?: string;
      /** Present for one that works beside the run. */
      readonly beside?: true;
      /** Its index among `size` branches that are merged together. Absent for others. */
      readonly index?: number;
      readonly size?: number;
      readonly merge?: "all" | "best" | "vote";
      /** Only at the end: steps, tokens, milliseconds and US dollars (null when unknown), and claims that are not verified. */
      readonly steps?: number;
      readonly n?: number;
      readonly m?: number;
      readonly c?: number | null;
      readonly unverified?: number;
    }
  /** Between agents; `from` and `to` are trace ids. */
  | { readonly k: "message"; readonly from: string; readonly to: string; readonly d: string }
  /** A plan of `n` steps; revision 0 is the first. */
  | { readonly k: "plan"; readonly n: number; readonly revision: number; readonly d: string }
  | { readonly k: "lesson"; readonly d: string }
  /**
   * The merge of a sub-agent's worktree: `n` files were merged, `left` were not, because of conflicts or, if it is `unfinished`, because the sub-agent
   * did not complete. `lost`: the worktree could not be read.
   */
  | {
      readonly k: "merge";
      readonly state: "merged" | "unfinished" | "lost";
      /** Trace id of the sub-agent. */
      readonly child: string;
      readonly n: number;
      readonly left: number;
      readonly d: string;
    }
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
  /** `n` memories, or rules that runs taught; `d` names a single one. */
  | {
      readonly k: "memory";
      readonly state:
        | "recalled"
        | "created"
        | "updated"
        | "superseded"
        | "removed"
        | "quarantined"
        | "withdrawn"
        | "rules";
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
