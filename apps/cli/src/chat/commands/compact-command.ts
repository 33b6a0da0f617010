import { sendSignal } from "@goaltrace/host";
import type { ChatCommand } from "../chat-command.ts";

/** `/compact`, `/compact prices`: shortens the context before the next model call. */
export const compactCommand: ChatCommand = {
  name: "compact",
  argument: "[what to preserve first]",
  description: "shorten the context, which the log keeps whole",
  worksDuringRuns: true,
  run: async (session, terminal, argument) => {
    const last = await session.lastRun();
    if (last === null) {
      terminal.print("  There is nothing to shorten yet.", "quiet");
      return "continue";
    }
    const { when } = await sendSignal(session.runtime, session.scope, {
      traceId: last.id,
      body: { kind: "compact", payload: { focus: argument === "" ? null : argument } },
    });
    terminal.print(
      when === "now"
        ? "  The context is shortened before the next model call."
        : "  The context is shortened with your next message.",
      "quiet",
    );
    return "continue";
  },
};
