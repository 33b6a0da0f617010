import { formatBudget, parseBudget } from "@goaltrace/core/log";

/** A command for the runtime instead of a message for the model. */
export type SlashCommand =
  | { readonly kind: "compact"; readonly focus: string }
  | { readonly kind: "budget"; readonly change: BudgetChange }
  | { readonly kind: "memory"; readonly query: string }
  | { readonly kind: "agents" };

/** The request of `/budget`: to show the budget, to set or remove it, or nothing because it cannot be read. */
export type BudgetChange =
  | { readonly kind: "show" }
  | { readonly kind: "save"; readonly budget: string }
  | { readonly kind: "unreadable"; readonly problem: string };

/** Words that remove the budget. */
const NO_BUDGET = new Set(["none", "off", "remove", "无"]);

/** The commands by name. `argument` is the text after the name, without spaces around it. A new command is one line here. */
const COMMANDS: {
  readonly [K in SlashCommand["kind"]]: (argument: string) => Extract<SlashCommand, { readonly kind: K }>;
} = {
  compact: (argument) => ({ kind: "compact", focus: argument.replace(/^focus(?:ing)?\s+on\s+/iu, "") }),
  budget: (argument) => ({ kind: "budget", change: readBudgetChange(argument) }),
  agents: () => ({ kind: "agents" }),
  memory: (argument) => ({ kind: "memory", query: argument.replace(/^search(?:\s+|$)/iu, "") }),
};

/** Parses `/compact`, `/compact focus on …`, `/budget`, `/budget 0.50usd,10m`, `/budget none`, `/memory words` and `/agents`. Returns null for anything else, which is a message. */
export function readCommand(text: string): SlashCommand | null {
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/iu.exec(text.trim());
  const name = (match?.[1] ?? "").toLowerCase();
  return isCommand(name) ? COMMANDS[name]((match?.[2] ?? "").trim()) : null;
}

function isCommand(name: string): name is SlashCommand["kind"] {
  return Object.hasOwn(COMMANDS, name);
}

function readBudgetChange(argument: string): BudgetChange {
  if (argument === "") return { kind: "show" };
  if (NO_BUDGET.has(argument.toLowerCase())) return { kind: "save", budget: "" };
  const parsed = parseBudget(argument);
  return "budget" in parsed
    ? { kind: "save", budget: formatBudget(parsed.budget) }
    : { kind: "unreadable", problem: parsed.problem };
}
