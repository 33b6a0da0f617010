import type { ProfileKey, ProfileStore, ProfileText, Scope } from "@goaltrace/core/ports";
import { type Introduction, introductionFiles } from "@goaltrace/core/introduction";
import { fitProfile, isWritten, PROFILE_BUDGETS } from "@goaltrace/core/profile";
import type { ChatTerminal } from "./terminal/chat-terminal.ts";

type Parts = {
  readonly stores: { readonly profiles: Pick<ProfileStore, "read" | "write"> };
  readonly getRedactor: (workspaceId: string) => Promise<{ redact(text: string): string }>;
};

const QUESTIONS: readonly (readonly [answer: keyof Introduction, question: string])[] = [
  ["agentName", "What is your agent called? "],
  ["character", "How should it work and speak? "],
  ["yourName", "What should it call you? "],
  ["about", "What should it know about you? "],
];
const TITLES = { name: "Name", character: "Character and speech", work: "Work" };
const SOUL: ProfileKey = { file: "soul", day: null };
const USER: ProfileKey = { file: "user", day: null };

/**
 * Asks a new person for the identity of the agent and their own, and writes SOUL and USER. Asks once: a person who skips everything gets
 * an empty USER. Does nothing in a workspace whose SOUL or USER someone has written.
 */
export async function introduce(
  { stores: { profiles }, getRedactor }: Parts,
  scope: Scope,
  terminal: Pick<ChatTerminal, "print" | "read" | "onInterrupt">,
): Promise<void> {
  const [soulBefore, userBefore] = await Promise.all([
    profiles.read(scope, SOUL),
    profiles.read(scope, USER),
  ]);
  if (isWritten(soulBefore) || isWritten(userBefore)) return;
  terminal.print(
    "  Introduce yourselves: your answers begin every conversation. Not for passwords or keys.",
    "quiet",
  );
  terminal.print("  Enter skips a question, Ctrl+C all of them.", "quiet");
  const { redact } = await getRedactor(scope.workspaceId);
  const { soul, user } = introductionFiles(await ask(terminal), TITLES);
  const write = async (before: ProfileText, said: string): Promise<void> => {
    const { text, trimmed } = fitProfile(redact(said), PROFILE_BUDGETS[before.file]);
    const change = { version: before.version, text, trimmed: trimmed?.text ?? "", byAgent: false };
    await profiles.write(scope, { file: before.file, day: before.day }, change);
  };
  await write(userBefore, user);
  if (soul !== "") await write(soulBefore, soul);
  terminal.print(
    "  You can change both in the workspace, under Memory, Profile, or let the agent do it.",
    "quiet",
  );
}

/** Returns the answers up to an interrupt or the end of the input. */
async function ask(terminal: Pick<ChatTerminal, "read" | "onInterrupt">): Promise<Introduction> {
  const answers = { agentName: "", character: "", yourName: "", about: "" };
  const skipping = new AbortController();
  const stopListening = terminal.onInterrupt(() => skipping.abort());
  try {
    for (const [name, question] of QUESTIONS) {
      const answer = await terminal.read(question, skipping.signal);
      if (answer === null) break;
      answers[name] = answer;
    }
  } catch (thrown) {
    if (!skipping.signal.aborted) throw thrown;
  } finally {
    stopListening();
  }
  return answers;
}
