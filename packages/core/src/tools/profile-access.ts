import { findInjections } from "../memory/gates/find-injections.ts";
import { findSecrets } from "../memory/gates/find-secrets.ts";
import { type JudgedSource, judgeSource } from "../memory/judge-source.ts";
import { MEMORY_CHARACTERS } from "../memory/tunables.ts";
import type { MemoryFields, MemoryStore } from "../ports/memory-store.ts";
import type { ProfileFile, ProfileKey, ProfileStore, ProfileText } from "../ports/profile-store.ts";
import type { ToolContext, ToolResult } from "../ports/tool.ts";
import { editProfile, type ProfileEdit, profileLength, readSections } from "../profile/edit-profile.ts";
import { profileDay } from "../profile/profile-days.ts";
import { PROFILE_BUDGETS } from "../profile/tunables.ts";
import { profilePrompt } from "../prompts/generated/profile.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { errorResult } from "./error-result.ts";

/** The stores behind the tools of profile files. Writes that untrusted text may have caused are held in memory. */
export type ProfileAccess = {
  readonly profiles: ProfileStore;
  readonly memories: Pick<MemoryStore, "readers" | "save">;
};

export const PROFILE_FILES = ["soul", "user", "memory", "daily"] as const;

/** Returns the file that a tool means: of DAILY, that of today. */
export function profileKey(file: ProfileFile, now: number): ProfileKey {
  return { file, day: file === "daily" ? profileDay(now) : null };
}

/** Returns the name of a file as people and models see it. */
export function fileName({ file, day }: ProfileKey): string {
  return `${file.toUpperCase()}${day === null ? "" : ` of ${day}`}`;
}

/** Returns the result for a file of a person in a run that others read; null if the run may use it. */
export async function refuseShared(
  { memories }: ProfileAccess,
  { scope, traceId }: ToolContext,
  file: ProfileFile,
): Promise<ToolResult | null> {
  if (file === "soul" || (await memories.readers(scope, traceId)) === "person") return null;
  return errorResult(fileName({ file, day: null }), profilePrompt.shared);
}

/** Changes a section and reports what the file has now. `said`: the new words, whose source is judged. */
export async function changeProfile(
  access: ProfileAccess,
  context: ToolContext,
  { file, edit, said }: { readonly file: ProfileFile; readonly edit: ProfileEdit; readonly said: string },
): Promise<ToolResult> {
  const key = profileKey(file, context.clock.now());
  const name = fileName(key);
  const { profiles } = access;
  const { scope } = context;
  if (file === "soul" && (await profiles.isSoulLocked(scope))) return errorResult(name, profilePrompt.locked);
  const shared = await refuseShared(access, context, file);
  if (shared !== null) return shared;
  if (findSecrets(said).length > 0 || context.containsSecret(said))
    return errorResult(name, profilePrompt.secret);
  const write = { file, section: edit.section, said };
  const judged = judgeWords(context, write);
  if (judged?.kind === "untrusted")
    return await hold(access, context, { ...write, sequence: judged.sequence });
  const [order] = findInjections(said);
  if (order !== undefined) return errorResult(name, fillPrompt(profilePrompt.order, { found: order.found }));
  const before = await profiles.read(scope, key);
  const edited = editProfile(before.text, edit, PROFILE_BUDGETS[file]);
  if (!edited.ok) return errorResult(name, explain(edited.problem, { name, before, section: edit.section }));
  const { text, trimmed } = edited;
  const source = { traceId: context.traceId, sequence: judged?.sequence ?? null };
  const change = { version: before.version, text, trimmed: trimmed?.text ?? "", byAgent: true, source };
  const written = await profiles.write(scope, key, change).catch((thrown: unknown) => {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "CONFLICT") return null;
    throw thrown;
  });
  if (written === null) return errorResult(name, profilePrompt.conflict);
  const facts = describeFile(written);
  const report =
    trimmed === null
      ? fillPrompt(profilePrompt.written, facts)
      : fillPrompt(profilePrompt.trimmed, { ...facts, section: trimmed.section, trimmed: trimmed.text });
  return { title: name, output: `${report}\n${profilePrompt.nextConversation}` };
}

/** Returns the figures of a file for the texts of results. */
export function describeFile(written: ProfileText): {
  readonly file: string;
  readonly characters: string;
  readonly budget: string;
  readonly sections: string;
} {
  return {
    file: fileName(written),
    characters: String(profileLength(written.text)),
    budget: String(PROFILE_BUDGETS[written.file]),
    sections: sectionNames(written.text),
  };
}

type Words = { readonly file: ProfileFile; readonly section: string; readonly said: string };

function asEntry({ file, section, said }: Words): MemoryFields {
  return {
    ...{ type: file === "user" ? "user" : "feedback", keywords: [] },
    name: `${file.toUpperCase()}: ${section}`.slice(0, MEMORY_CHARACTERS.name),
    description: section.slice(0, MEMORY_CHARACTERS.description),
    content: said.slice(0, MEMORY_CHARACTERS.content),
  };
}

/** Judges whose words they are, and finds the entry that says them; null for words that are no one's because there are none. */
function judgeWords(
  context: ToolContext,
  words: Words,
): { readonly kind: JudgedSource["kind"]; readonly sequence: number | null } | null {
  if (words.said === "") return null;
  // The tools take no quote: words that stand in a text as they are written are those of that text.
  const judged = judgeSource(asEntry(words), words.said, context.seenTexts());
  return { kind: judged.kind, sequence: "sequence" in judged ? judged.sequence : null };
}

/** Holds words that untrusted text may have caused as a memory entry that waits for a person. */
async function hold(
  { memories }: ProfileAccess,
  context: ToolContext,
  { sequence, ...words }: Words & { readonly sequence: number | null },
): Promise<ToolResult> {
  const { entry } = await memories.save(context.scope, {
    ...{ ...asEntry(words), id: context.ids.next(), audience: "person", state: "held", reason: "untrusted" },
    source: { traceId: context.traceId, sequence, quote: "" },
  });
  const data = { quarantineId: entry.id, name: entry.name, reason: "untrusted", sourceSequence: sequence };
  context.record({ type: "memory.quarantined", data });
  return { title: entry.name, output: profilePrompt.held };
}

type Problem = Extract<ReturnType<typeof editProfile>, { readonly ok: false }>["problem"];

function explain(
  problem: Problem,
  {
    name,
    before,
    section,
  }: { readonly name: string; readonly before: ProfileText; readonly section: string },
): string {
  switch (problem) {
    case "empty":
      return profilePrompt.nothing;
    case "no_section":
      return fillPrompt(profilePrompt.noSection, {
        file: name,
        section,
        sections: sectionNames(before.text),
      });
    case "no_text":
      return fillPrompt(profilePrompt.noText, { section });
    case "many_texts":
      return fillPrompt(profilePrompt.manyTexts, { section });
  }
}

function sectionNames(text: string): string {
  return readSections(text)
    .flatMap(({ title }) => title ?? [])
    .join(", ");
}
