/** A change of one section of a profile file, by its exact title. */
export type ProfileEdit =
  | { readonly kind: "add"; readonly section: string; readonly content: string }
  | { readonly kind: "replace"; readonly section: string; readonly old: string; readonly new: string }
  | { readonly kind: "remove"; readonly section: string };

/** `trimmed`: what did not fit, from the end of `section`; null if all did. */
export type EditedProfile =
  | { readonly ok: true; readonly text: string; readonly trimmed: Trimmed | null }
  | { readonly ok: false; readonly problem: "no_section" | "no_text" | "many_texts" | "empty" };
export type Trimmed = { readonly section: string; readonly text: string };

/** A section of a file: a line `## title` and the text below it. The text before the first one has no title. */
export type ProfileSection = { readonly title: string | null; readonly text: string };

/** Returns the sections of a file in their order. All lines that look like titles count. */
export function readSections(text: string): readonly ProfileSection[] {
  const sections: { title: string | null; lines: string[] }[] = [{ title: null, lines: [] }];
  for (const line of text.replace(/\r\n?/gu, "\n").split("\n")) {
    const title = /^##\s+(.+?)\s*$/u.exec(line)?.[1];
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title, lines: [] });
  }
  return sections
    .map(({ title, lines }) => ({ title, text: lines.join("\n").trim() }))
    .filter(({ title, text: own }) => title !== null || own !== "");
}

/** Writes sections as a file. Reading it gives the same sections. */
export function writeSections(sections: readonly ProfileSection[]): string {
  return sections
    .map(({ title, text }) =>
      [...(title === null ? [] : [`## ${title}`]), ...(text === "" ? [] : [text])].join("\n"),
    )
    .join("\n\n");
}

/**
 * Applies an edit. A new section goes to the end; added text goes below the text of its section. Text beyond `budget` characters goes, the end of
 * the file first.
 */
export function editProfile(text: string, edit: ProfileEdit, budget: number): EditedProfile {
  const sections = readSections(text);
  const index = sections.findIndex(({ title }) => title === edit.section);
  const section = sections[index];
  switch (edit.kind) {
    case "add": {
      const content = asContent(edit.content);
      if (content === "") return { ok: false, problem: "empty" };
      const added = section === undefined ? content : `${section.text}\n${content}`.trim();
      const next = { title: edit.section, text: added };
      return fit(section === undefined ? [...sections, next] : sections.with(index, next), budget);
    }
    case "replace": {
      if (section === undefined) return { ok: false, problem: "no_section" };
      const parts = edit.old === "" ? [] : section.text.split(edit.old);
      if (parts.length < 2) return { ok: false, problem: "no_text" };
      if (parts.length > 2) return { ok: false, problem: "many_texts" };
      const next = asContent(parts.join(edit.new));
      return fit(sections.with(index, { ...section, text: next }), budget);
    }
    case "remove": {
      if (section === undefined) return { ok: false, problem: "no_section" };
      return fit(sections.toSpliced(index, 1), budget);
    }
  }
}

/** Returns a text that a person wrote within the budget. */
export function fitProfile(
  text: string,
  budget: number,
): { readonly text: string; readonly trimmed: Trimmed | null } {
  const { text: fitted, trimmed } = fit(readSections(text), budget);
  return { text: fitted, trimmed };
}

/** Counts characters as people see them in either language: code points. */
export function profileLength(text: string): number {
  return [...text].length;
}

/** A line of content must not begin a section. */
function asContent(text: string): string {
  return text
    .replace(/\r\n?/gu, "\n")
    .trim()
    .replace(/^##(?=\s)/gmu, "###");
}

function fit(
  sections: readonly ProfileSection[],
  budget: number,
): { readonly ok: true; readonly text: string; readonly trimmed: Trimmed | null } {
  const text = writeSections(sections);
  const characters = [...text];
  if (characters.length <= budget) return { ok: true, text, trimmed: null };
  const start = characters.slice(0, budget).join("");
  // Half a title would be another section.
  const kept = start.replace(/(?:^|\n)#{1,2}[^\n]*$/u, "").trimEnd();
  const cut = characters
    .slice([...kept].length)
    .join("")
    .trim();
  const left = readSections(kept);
  const cutSection = sections.find(({ text: own }, index) => left[index]?.text !== own);
  return { ok: true, text: kept, trimmed: { section: cutSection?.title ?? "", text: cut } };
}
