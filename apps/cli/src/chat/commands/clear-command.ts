import type { ChatCommand } from "../chat-command.ts";

/** `/clear`: continues in a new conversation. The old one stays in the workspace, with a line in DAILY; memory and profile stay as they are. */
export const clearCommand: ChatCommand = {
  name: "clear",
  aliases: ["new"],
  argument: "",
  description: "begin a new conversation and clear the screen",
  worksDuringRuns: false,
  run: async (session, terminal) => {
    const before = session.conversationId();
    await session.noteEnd();
    session.restart();
    terminal.clear();
    terminal.print(
      before === null
        ? "  New conversation."
        : `  New conversation. The one before: --conversation ${before}`,
      "quiet",
    );
    return await Promise.resolve("continue");
  },
};
