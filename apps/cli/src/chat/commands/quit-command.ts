import type { ChatCommand } from "../chat-command.ts";

/** `/quit`: leaves. An active run goes on: a worker continues it, or the next chat. */
export const quitCommand: ChatCommand = {
  name: "quit",
  aliases: ["exit", "q"],
  argument: "",
  description: "leave; the conversation stays",
  worksDuringRuns: true,
  run: async () => await Promise.resolve("leave"),
};
