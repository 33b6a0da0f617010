import type { ProfileKey, Scope } from "@goaltrace/core/ports";
import { type Introduction, introductionFiles } from "@goaltrace/core/introduction";
import { fitProfile, PROFILE_BUDGETS } from "@goaltrace/core/profile";
import type { Runtime } from "@goaltrace/host";
import type { ChatTerminal } from "./terminal/chat-terminal.ts";

type Parts = {
  readonly stores: Pick<Runtime["stores"], "profiles">;
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
 * an empty USER. Does nothing in a workspace whose SOUL or USER somebody has written.
 */
export async function introduce(
  { stores: { profiles }, getRedactor }: Parts,
  scope: Scope,
  terminal: Pick<ChatTerminal, "print" | "read" | "onInterrupt">,
): Promise<void> {
  const before = await Promise.all([SOUL, USER].map(async (key) => await profiles.read(scope, key)));
  if (before.some(({ version }) => version > 0)) return;
  terminal.print(
    "  Introduce yourselves: your answers begin every conversation. Not for passwords or keys.",
    "quiet",
  );
  terminal.print("  Enter skips a question, Ctrl+C all of them.", "quiet");
  const { redact } = await getRedactor(scope.workspaceId);
  const { soul, user } = introductionFiles(await ask(terminal), TITLES);
  const write = async (key: ProfileKey, said: string): Promise<void> => {
    const { text, trimmed } = fitProfile(redact(said), PROFILE_BUDGETS[key.file]);
    const change = { version: 0, text, trimmed: trimmed?.text ?? "", byAgent: false };
    await profiles.write(scope, key, change);
  };
  await write(USER, user);
  if (soul !== "") await write(SOUL, soul);
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
