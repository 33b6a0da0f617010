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
  | { readonly k: "other"; readonly d: string };

/**
 * One entry without its payload: what goal tree, graph and lists need, at most about 150 bytes per message on the wire. Short keys
 * because thousands travel at once: q sequence, t time, g goal, k kind.
 */
export type OutlineEntry = { readonly q: number; readonly t: number; readonly g: string } & OutlineBody;
