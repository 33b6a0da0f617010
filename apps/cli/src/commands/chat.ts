import { GoaltraceError } from "@goaltrace/core";
import { STRATEGY_NAMES } from "@goaltrace/core/log";
import { findAgent } from "@goaltrace/host";
import { readLog } from "@goaltrace/core/reading";
import { defineCommand } from "citty";
import { commandHint, completeCommand } from "../chat/chat-commands.ts";
import { openChatSession } from "../chat/chat-session.ts";
import { printEarlierMessages } from "../chat/earlier-messages.ts";
import { introduce } from "../chat/introduce.ts";
import { lastConversation, messagesOf, recentRuns } from "../chat/recent-messages.ts";
import { runChat } from "../chat/run-chat.ts";
import type { ChatTerminal } from "../chat/terminal/chat-terminal.ts";
import { openInteractiveTerminal } from "../chat/terminal/interactive-terminal.ts";
import { openPipedTerminal } from "../chat/terminal/piped-terminal.ts";
import { createTurnPrinter } from "../chat/turn-printer.ts";
import { EXIT } from "../exit-codes.ts";
import { listenForProcessInterrupts } from "../listen-for-interrupts.ts";
import { localScope } from "../local-scope.ts";
import { findFolder } from "../read-input.ts";
import { runModels } from "../run-models.ts";
import { parseAllow, repeatedOption } from "../run-options.ts";
import { standardOutput } from "../standard-output.ts";
import { syncProfile } from "../sync-profile.ts";
import { EXIT_WITHIN_MS } from "../tunables.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace chat`: a conversation in the terminal, or over a pipe. */
export const chatCommand = defineCommand({
  meta: { name: "chat", description: "Talk to the agent in the terminal; one message per line in a pipe" },
  args: {
    continue: { type: "boolean", description: "Continue the last conversation of the command line" },
    conversation: { type: "string", description: "Id of the conversation to continue" },
    model: {
      type: "string",
      description: "Model reference (default: the conversation's, then the workspace's)",
    },
    agent: { type: "string", description: "Agent name (default: the conversation's, then general)" },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    folder: {
      type: "string",
      description: "Project folder for the file tools (default: the current folder)",
    },
    budget: {
      type: "string",
      description: "Most that each run may use, such as 0.50usd,200ktok,10m,30steps (default: no budget)",
    },
    strategy: {
      type: "string",
      description: `How the agent works: ${STRATEGY_NAMES.join(", ")} (default: as in the conversation so far)`,
    },
    allow: { type: "string", description: "TOOL or TOOL(PATTERN) that runs without asking; repeatable" },
  },
  async run({ args, rawArgs }) {
    const folder = await findFolder(args.folder ?? ".");
    const allow = parseAllow(repeatedOption("allow", rawArgs));
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      await syncProfile(runtime, scope);
      if (args.model !== undefined)
        await runModels(runtime, scope.workspaceId, { requested: args.model, own: [] });
      if (args.agent !== undefined)
        findAgent(
          await runtime.readAgents({ workspaceId: scope.workspaceId, projectFolder: folder }),
          args.agent,
        );
      const recent = await recentRuns(runtime, scope);
      const conversationId = args.conversation ?? (args.continue === true ? lastConversation(recent) : null);
      if (args.continue === true && conversationId === null) throw nothingToContinue();
      const session = await openChatSession(runtime, scope, {
        ...{
          conversationId,
          folder,
          allow,
          model: args.model ?? null,
          strategy: args.strategy ?? null,
          agent: args.agent ?? null,
          budget: args.budget ?? "",
        },
      });
      const last = await session.lastRun();
      const earlier = last === null ? [] : await readLog({ traces: runtime.stores.traces, scope }, last);
      const terminal = openTerminal(messagesOf(recent));
      try {
        if (terminal.isInteractive) {
          if (conversationId === null) await introduce(runtime, scope, terminal);
          printEarlierMessages(terminal, earlier);
          if (earlier.length === 0) terminal.print(`  goaltrace chat in ${folder}`, "quiet");
        }
        const end = await runChat(session, terminal, createTurnPrinter(terminal, earlier));
        await session.noteEnd();
        await syncProfile(runtime, scope);
        const id = session.conversationId();
        if (end.left !== null) terminal.print(`  Run ${end.left.id} has not ended.`, "quiet");
        if (terminal.isInteractive && id !== null)
          terminal.print(`  To continue: goaltrace chat --conversation ${id}`, "quiet");
        if (!terminal.isInteractive && (!end.isCompleted || end.left !== null))
          process.exitCode = EXIT.failed;
      } finally {
        terminal.close();
        // The model call of a run that was left at once may still stream; it must not keep this process.
        setTimeout(() => process.exit(), EXIT_WITHIN_MS).unref();
      }
    });
  },
});

function openTerminal(history: readonly string[]): ChatTerminal {
  const { stdin, stdout } = process;
  return stdin.isTTY === true && stdout.isTTY
    ? openInteractiveTerminal({
        ...{ input: stdin, output: stdout, history, isStyled: stdout.hasColors() },
        ...{ hint: commandHint, complete: completeCommand },
      })
    : openPipedTerminal({
        input: stdin,
        print: standardOutput.print,
        listenForInterrupts: (listener) => {
          const stopListening = listenForProcessInterrupts(listener);
          const stopWatching = standardOutput.onFailure(listener);
          return () => {
            stopListening();
            stopWatching();
          };
        },
      });
}

function nothingToContinue(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "The command line has no conversation to continue yet.",
    fix: "Begin one: goaltrace chat",
  });
}
