import type { ChatSession } from "./chat-session.ts";
import type { ChatTerminal } from "./terminal/chat-terminal.ts";

/** How a chat continues after a command. */
export type AfterCommand = "continue" | "leave";

/** A command for the chat instead of a message for the model. */
export type ChatCommand = {
  /** The name as typed, without the slash. */
  readonly name: string;
  /** Other names. */
  readonly aliases?: readonly string[];
  /** The text that may follow the name, for the help; empty for nothing. */
  readonly argument: string;
  readonly description: string;
  /** Whether it also works while a run is active. */
  readonly worksDuringRuns: boolean;
  /** `argument` is the text after the name, without spaces around it. Errors are shown, and the chat continues. */
  run(session: ChatSession, terminal: ChatTerminal, argument: string): Promise<AfterCommand>;
};
