import { handleSignals } from "../handle-signals.ts";
import type { RunContext, RunControl } from "../run-context.ts";

/**
 * Returns true if a signal reached a run that is about to complete, so that it must decide again: a message between agents is read, however late it
 * arrives. Runs that no agent can send messages to are skipped.
 */
export async function hasLateText(context: RunContext, control: RunControl): Promise<boolean> {
  if (context.depth === 0 && context.state.children.size === 0) return false;
  await control.checkSignals();
  return await handleSignals(context, control);
}
