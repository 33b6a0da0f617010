import type { ProfileText } from "../ports/profile-store.ts";
import { profilePrompt } from "../prompts/generated/profile.ts";
import { fillPrompt } from "../prompts/parse.ts";

/** The tags around the files, which no text of a file may close. */
const OWN_TAG = /<(?=\/?\s*(?:agent-identity|user-profile|agent-notes|recent-activity)\b)/giu;

/** Returns the files as every context of a conversation has them. Empty files are left out. */
export function describeProfile(files: readonly Pick<ProfileText, "file" | "day" | "text">[]): string {
  const textOf = (file: ProfileText["file"]): string =>
    (files.find((candidate) => candidate.file === file)?.text ?? "").trim();
  const days = files.filter(({ file, text }) => file === "daily" && text.trim() !== "");
  const daily = days.map(({ day, text }) =>
    fillPrompt(profilePrompt.day, { day: day ?? "", text: text.trim() }),
  );
  const parts = [
    ["soul", textOf("soul")],
    ["user", textOf("user")],
    ["memory", textOf("memory")],
    ["daily", daily.join("\n\n")],
  ] as const;
  return parts
    .flatMap(([file, text]) =>
      text === "" ? [] : [fillPrompt(profilePrompt[file], { text: text.replace(OWN_TAG, "&lt;") })],
    )
    .join("\n\n");
}
