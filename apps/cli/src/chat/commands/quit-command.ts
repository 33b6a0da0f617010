import type { ChatCommand } from "../chat-command.ts";

/** `/quit`: leaves. A worker continues an active run, or the next chat does. */
export const quitCommand: ChatCommand = {
  name: "quit",
  aliases: ["exit", "q"],
  argument: "",
  description: "leave; the conversation stays",
  worksDuringRuns: true,
  run: async () => await Promise.resolve("leave"),
};
