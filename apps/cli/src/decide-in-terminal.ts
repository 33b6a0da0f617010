import { GoaltraceError } from "@goaltrace/core";
import type { Trace } from "@goaltrace/core/log";
import { shortTask } from "@goaltrace/core/short-task";
import {
  type AlwaysChoice,
  decideRequest,
  type RequestDecision,
  type RequestView,
  type Runtime,
  toRequestView,
} from "@goaltrace/host";
import { approveWithRule } from "./approve-with-rule.ts";
import { chooseRule } from "./choose-rule.ts";
import { type Print, toPrintable } from "./print-update.ts";
import { watchRequest } from "./watch-request.ts";

/** Asks the person at the terminal and returns the line that they type; null when the input has ended. May throw when `signal` aborts. */
export type Ask = (question: string, signal?: AbortSignal) => Promise<string | null>;

type Terminal = { readonly ask: Ask; readonly print: Print };
/** `always`: approve, and write a rule for such calls. */
type TerminalDecision = RequestDecision | { readonly kind: "always"; readonly choice: AlwaysChoice };

/**
 * Asks about the open requests of a run and its sub-agents, one after the other, and sends the decisions. Requests that someone decides elsewhere meanwhile are
 * withdrawn. Returns false when the input has ended: the requests stay open for others, and asking again is useless.
 */
export async function decideInTerminal(
  runtime: Runtime,
  { id: runId, workspaceId, personId }: Trace,
  terminal: Terminal,
): Promise<boolean> {
  const scope = { workspaceId, personId };
  for (const item of await runtime.database.requests.ofTrace(scope, runId)) {
    const { id, traceId } = item;
    const { withdrawn, stop } = watchRequest(runtime, scope, { traceId, id });
    const watched: Terminal = {
      print: terminal.print,
      ask: async (question) => await terminal.ask(question, withdrawn),
    };
    try {
      const decision = await askAbout(toRequestView(item), {
        ...watched,
        chooseRule: async () => await chooseRule(runtime, scope, { traceId, id, terminal: watched }),
      });
      stop();
      if (decision === null) return false;
      if (decision.kind === "always")
        await approveWithRule(runtime, scope, { traceId, id, choice: decision.choice });
      else await decideRequest(runtime, scope, { traceId, id, decision });
    } catch (thrown) {
      if (withdrawn.aborted) terminal.print("\n  This request was decided elsewhere, or its run ended.");
      else if (thrown instanceof GoaltraceError && ["CONFLICT", "INVALID_INPUT"].includes(thrown.code))
        terminal.print(toPrintable(`  ${thrown.message} ${thrown.fix}`));
      else throw thrown;
    } finally {
      stop();
    }
  }
  return true;
}

/** The main agent by its name alone; the others also by their tasks, because several may be of one name. */
function nameOfAbove({ agent, task }: RequestView["ancestors"][number], depth: number): string {
  return depth === 0 ? agent : withTask(agent, shortTask(task));
}

function withTask(agent: string, task: string): string {
  return task === "" ? agent : `${agent} (${task})`;
}

async function askAbout(
  { approval, question, effect, ancestors, agent, task }: RequestView,
  terminal: Terminal & { readonly chooseRule: () => Promise<AlwaysChoice | "none" | null> },
): Promise<TerminalDecision | null> {
  const { ask, print } = terminal;
  if (ancestors.length > 0)
    print(toPrintable(`  ${[...ancestors.map(nameOfAbove), withTask(agent, task ?? "")].join(" > ")} asks:`));
  if (effect !== null) return await askAboutEffect(effect, { ask, print });
  if (approval === null) {
    print(toPrintable(`? ${question?.text ?? ""}`));
    for (const [index, choice] of (question?.choices ?? []).entries())
      print(toPrintable(`  ${index + 1}. ${choice}`));
    const text = await ask("Answer: ");
    if (text === null) return null;
    return { kind: "answer", text: question?.choices[Number(text) - 1] ?? text };
  }
  print(toPrintable(`? ${approval.tool} ${approval.arguments}\n  ${approval.reason}`));
  for (const part of approval.parts) print(toPrintable(`  This part asks: ${part}`));
  for (;;) {
    const choice = (await ask("[a]pprove, always a[l]low, [e]dit or [d]eny? "))?.trim().toLowerCase();
    if (choice === undefined) return null;
    if (choice === "a") return { kind: "approve" };
    if (choice === "l") {
      const rule = await terminal.chooseRule();
      if (rule === null) return null;
      if (rule !== "none") return { kind: "always", choice: rule };
    }
    if (choice === "e") {
      const edited = await ask("Arguments as JSON: ");
      return edited === null ? null : { kind: "approve", arguments: edited };
    }
    if (choice === "d") {
      const reason = await ask("Reason, for the model (may be empty): ");
      return reason === null ? null : { kind: "deny", reason: reason.trim() === "" ? null : reason.trim() };
    }
  }
}

async function askAboutEffect(
  { tool, arguments: text }: NonNullable<RequestView["effect"]>,
  { ask, print }: Terminal,
): Promise<RequestDecision | null> {
  print(toPrintable(`? ${tool} ${text}\n  The process died while this call ran. It may have taken effect.`));
  for (;;) {
    const choice = (await ask("It [h]appened, [r]un it again or [l]eave it? "))?.trim().toLowerCase();
    if (choice === undefined) return null;
    if (choice === "h") return { kind: "resolve", resolution: "happened" };
    if (choice === "r") return { kind: "resolve", resolution: "run_again" };
    if (choice === "l") return { kind: "resolve", resolution: "left" };
  }
}
