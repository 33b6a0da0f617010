import type { Scope } from "@goaltrace/core/ports";
import { type AlwaysChoice, alwaysChoices, type Runtime } from "@goaltrace/host";
import type { Ask } from "./decide-in-terminal.ts";
import { type Print, toPrintable } from "./print-update.ts";

/**
 * Shows the exact rules that would allow the call of an approval, narrowest first, and returns the one that the person chooses: "none" when no rule
 * can allow the call or the person chooses none, null when the input has ended. Errors: those of `alwaysChoices`.
 */
export async function chooseRule(
  runtime: Runtime,
  scope: Scope,
  {
    traceId,
    id,
    terminal: { ask, print },
  }: {
    readonly traceId: string;
    readonly id: string;
    readonly terminal: { readonly ask: Ask; readonly print: Print };
  },
): Promise<AlwaysChoice | "none" | null> {
  // People who can run commands here can change every rule.
  const { choices, obstacle } = await alwaysChoices(runtime, scope, { traceId, id, isAdmin: true });
  if (obstacle !== null) {
    print(`  ${OBSTACLES[obstacle]}`);
    return "none";
  }
  for (const [index, { layer, rule }] of choices.entries())
    print(toPrintable(`  ${index + 1}. ${rule}  ${LAYERS[layer]}`));
  for (;;) {
    const typed = (await ask("Number of the rule to write, or nothing to go back: "))?.trim();
    if (typed === undefined) return null;
    if (typed === "") return "none";
    const choice = /^\d+$/u.test(typed) ? choices[Number(typed) - 1] : undefined;
    if (choice !== undefined) return choice;
  }
}

const LAYERS = { conversation: "in this conversation", workspace: "in the whole workspace" } as const;

const OBSTACLES = {
  protected: "No rule can allow this: the file instructs agents or runs on its own.",
  overruled: "No rule can allow this: the mode or a more specific rule decides.",
  not_yours: "No rule of yours reaches this run.",
} as const;
