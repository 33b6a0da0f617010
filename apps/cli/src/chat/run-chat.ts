import { GoaltraceError } from "@goaltrace/core";
import type { Trace } from "@goaltrace/core/log";
import { modelCatalog, sendSignal } from "@goaltrace/host";
import { decideInTerminal } from "../decide-in-terminal.ts";
import { followRun } from "../follow-run.ts";
import { LEAVE_AGAIN_MS, SAME_KEYPRESS_MS, STATUS_MS } from "../tunables.ts";
import { readChatCommand, type TypedCommand } from "./chat-commands.ts";
import { activeRun, type ChatSession, costOf } from "./chat-session.ts";
import { idleStatus, turnStatus } from "./chat-status.ts";
import { takeUnreadTexts } from "./take-unread-texts.ts";
import type { ChatTerminal } from "./terminal/chat-terminal.ts";
import type { TurnPrinter } from "./turn-printer.ts";

type Chat = {
  readonly session: ChatSession;
  readonly terminal: ChatTerminal;
  readonly printer: TurnPrinter;
  /** Aborted when the person leaves. */
  readonly leaving: AbortController;
};

/** How a chat ended: whether all of its runs were completed, and whether one was left before its end. */
export type ChatEnd = { readonly isCompleted: boolean; readonly left: Trace | null };

/**
 * Holds a conversation until the person leaves or their input ends. An active run is followed first. Errors of commands and starts are shown in
 * a terminal; in a pipe they end the chat.
 */
export async function runChat(
  session: ChatSession,
  terminal: ChatTerminal,
  printer: TurnPrinter,
): Promise<ChatEnd> {
  const chat: Chat = { session, terminal, printer, leaving: new AbortController() };
  let isCompleted = true;
  let trace = await activeRun(session);
  for (;;) {
    while (trace !== null && !chat.leaving.signal.aborted) {
      const { wasStopped } = await followTurn(chat, trace);
      const ended: Trace | undefined = await session.runtime.stores.traces.get(session.scope, trace.id);
      isCompleted &&= ended?.status === "completed";
      // A person who stops a run does not want another one to start; the next message includes the texts.
      const text = wasStopped ? null : await takeUnreadTexts(session, trace);
      trace = text === null ? null : await begin(chat, text);
    }
    if (chat.leaving.signal.aborted) return { isCompleted, left: await activeRun(session) };
    const line = await readMessage(chat);
    if (line === null) return { isCompleted, left: null };
    trace = await reply(chat, line);
  }
}

/** Runs a command, or starts the turn of a message. Returns the run to follow; null for none. */
async function reply(chat: Chat, line: string): Promise<Trace | null> {
  if (line.trim() === "") return null;
  return await tolerant(chat, null, async () => {
    const command = readChatCommand(line);
    if (command === null) return await begin(chat, line);
    await runCommand(chat, command);
    return null;
  });
}

async function begin({ session, printer }: Chat, text: string): Promise<Trace> {
  const trace = await session.startTurn(text);
  printer.typed(text);
  for (const entry of await session.runtime.stores.traces.entries(session.scope, trace.id, { after: 0 }))
    printer.take({ kind: "entry", entry });
  return trace;
}

async function runCommand(
  { session, terminal, leaving }: Chat,
  { command, argument }: TypedCommand,
): Promise<void> {
  if ((await command.run(session, terminal, argument)) === "leave") leaving.abort();
}

/** Shows an error to a person, who can continue; in a pipe, throws it. */
async function tolerant<T>({ terminal }: Chat, fallback: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (!terminal.isInteractive || !(thrown instanceof GoaltraceError)) throw thrown;
    terminal.print(`  ${thrown.message} ${thrown.fix}`);
    return fallback;
  }
}

/** Returns the next message; null when the person leaves: by the end of the input, or by two interrupts in a row. */
async function readMessage(chat: Chat): Promise<string | null> {
  const { session, terminal, leaving } = chat;
  const status = await readIdleStatus(session);
  terminal.show({ text: "", status });
  const { clock } = session.runtime;
  let firstAt: number | null = null;
  const stopListening = terminal.onInterrupt(() => {
    const now = clock.monotonic();
    if (!terminal.isInteractive || (firstAt !== null && now - firstAt < LEAVE_AGAIN_MS)) {
      leaving.abort();
      return;
    }
    firstAt = now;
    terminal.show({ text: "", status: "Ctrl+C again leaves" });
  });
  try {
    return await terminal.read("", leaving.signal);
  } catch (thrown) {
    if (leaving.signal.aborted) return null;
    throw thrown;
  } finally {
    stopListening();
  }
}

async function readIdleStatus(session: ChatSession): Promise<string> {
  const { runtime, scope } = session;
  const sources = { models: runtime.stores.models, environment: runtime.environmentModels };
  const catalog = await modelCatalog(sources, scope.workspaceId);
  const model = session.model() ?? catalog.defaultReference ?? "";
  return idleStatus({ model, budget: session.budget(), cost: costOf(await session.runs()) });
}

/** Executes or follows a run until it ends or the person leaves. Meanwhile the person answers, writes to the model, and uses commands. */
async function followTurn(chat: Chat, trace: Trace): Promise<{ readonly wasStopped: boolean }> {
  const { session, terminal, printer, leaving } = chat;
  const { runtime } = session;
  const startedAt = runtime.clock.monotonic();
  const stopping = new AbortController();
  const over = new AbortController();
  printer.begin();
  const showStatus = (): void => {
    const turn = printer.turn();
    const elapsedMs = runtime.clock.monotonic() - startedAt;
    const phase = leaving.signal.aborted ? "leaving" : stopping.signal.aborted ? "stopping" : "running";
    const status = turnStatus(turn, { elapsedMs, progress: printer.progress(), phase });
    terminal.show({ text: turn.answer?.rest ?? "", status });
  };
  showStatus();
  const timer = setInterval(showStatus, STATUS_MS);
  leaving.signal.addEventListener("abort", showStatus, { once: true });
  let firstAt: number | null = null;
  let isAsking = true;
  const typing = terminal.isInteractive ? takeLines(chat, trace, over.signal) : Promise.resolve();
  try {
    await followRun(runtime, trace, {
      show: (update) => {
        printer.take(update);
        showStatus();
      },
      listenForInterrupts: (interrupt) =>
        terminal.onInterrupt(() => {
          const now = runtime.clock.monotonic();
          if (firstAt === null) {
            firstAt = now;
            stopping.abort();
            interrupt("Ctrl+C");
            showStatus();
            return;
          }
          // Outside a terminal in raw mode, one key press may arrive twice.
          if (terminal.isInteractive || now - firstAt >= SAME_KEYPRESS_MS) leaving.abort();
        }),
      decide: async () => {
        if (!isAsking || stopping.signal.aborted) return;
        isAsking = await decide(chat, trace, AbortSignal.any([stopping.signal, leaving.signal]));
        // The input has ended, so no one here can answer: the run waits for other people.
        if (!isAsking && !terminal.isInteractive && !stopping.signal.aborted) leaving.abort();
      },
      leave: leaving.signal,
    });
  } finally {
    clearInterval(timer);
    leaving.signal.removeEventListener("abort", showStatus);
    over.abort();
    await typing;
  }
  return { wasStopped: stopping.signal.aborted };
}

/** Asks about the open requests of a run. Returns false when asking again would be useless. */
async function decide({ session, terminal }: Chat, trace: Trace, stopped: AbortSignal): Promise<boolean> {
  const ask = async (question: string, withdrawn?: AbortSignal): Promise<string | null> => {
    const signal = withdrawn === undefined ? stopped : AbortSignal.any([withdrawn, stopped]);
    try {
      return await terminal.read(question, signal);
    } catch (thrown) {
      if (stopped.aborted) return null;
      throw thrown;
    }
  };
  return await decideInTerminal(session.runtime, trace, { ask, print: (line) => terminal.print(line) });
}

/** Takes what a person types while a run works: commands, and texts that the model reads before its next call. */
async function takeLines(chat: Chat, trace: Trace, over: AbortSignal): Promise<void> {
  const { session, terminal, printer, leaving } = chat;
  while (!over.aborted) {
    const line = await terminal.read("", over).catch(() => undefined);
    if (line === undefined) return;
    if (line === null) {
      leaving.abort();
      return;
    }
    await tolerant(chat, undefined, async () => {
      const command = readChatCommand(line);
      if (command === null) {
        if (line.trim() === "") return;
        printer.typed(line);
        const body = { kind: "steer", payload: { text: line } } as const;
        await sendSignal(session.runtime, session.scope, { traceId: trace.id, body });
        terminal.print("  The model reads this before its next call.", "quiet");
      } else if (command.command.worksDuringRuns) await runCommand(chat, command);
      else terminal.print(`  /${command.command.name} works when the run has ended.`, "quiet");
    });
  }
}
