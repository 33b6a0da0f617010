/** The answers of the person who sets up a workspace. */
export type Introduction = {
  readonly agentName: string;
  readonly character: string;
  readonly yourName: string;
  readonly about: string;
};

/** The titles of the sections in the person's language. */
type IntroductionTitles = {
  readonly name: string;
  readonly character: string;
  readonly work: string;
};

/** Returns the profile files that say the answers; a file without any is empty. */
export function introductionFiles(
  { agentName, character, yourName, about }: Introduction,
  titles: IntroductionTitles,
): { readonly soul: string; readonly user: string } {
  return {
    soul: toSections([
      [titles.name, agentName],
      [titles.character, character],
    ]),
    user: toSections([
      [titles.name, yourName],
      [titles.work, about],
    ]),
  };
}

function toSections(sections: readonly (readonly [title: string, text: string])[]): string {
  return sections
    .filter(([, text]) => text.trim() !== "")
    .map(([title, text]) => `## ${title}\n${text.trim().replace(/^##(?=\s)/gmu, "###")}`)
    .join("\n\n");
}
