import { z } from "zod";
import { READ_PROFILE_TOOL } from "../log/tool-names.ts";
import { defineTool, type Tool } from "../ports/tool.ts";
import { MAX_SECTION_TITLE } from "../profile/tunables.ts";
import { profilePrompt } from "../prompts/generated/profile.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  changeProfile,
  describeFile,
  fileName,
  PROFILE_FILES,
  type ProfileAccess,
  profileKey,
  refuseShared,
} from "./profile-access.ts";

const MAX_CONTENT = 2_000;
const ANNOTATIONS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

const file = z
  .enum(PROFILE_FILES)
  .describe(
    "soul: who agents here are. user: who the person is. memory: working notes. daily: what happened today.",
  );
const section = z
  .string()
  .trim()
  .min(1)
  .max(MAX_SECTION_TITLE)
  .regex(/^[^\n\r#][^\n\r]*$/u)
  .describe("The exact title, without ##.");
const text = (what: string): z.ZodString => z.string().max(MAX_CONTENT).describe(what);

/** Returns the tools with which agents read and change the profile files. */
export function profileTools(access: ProfileAccess): readonly Tool[] {
  return [
    defineTool({
      name: "memory_add",
      inSmallWindows: "last",
      description:
        "Adds text to a section of a profile file, which is in the context of every later conversation; the section is created if it is missing. Use it for what is always relevant: who the person is, how they work, what is going on. Single facts belong in write_memory.",
      input: z.object({ file, section, content: text("The text to add, as Markdown.") }),
      annotations: ANNOTATIONS,
      trust: "workspace",
      execute: async ({ file: into, section: title, content }, context) =>
        await changeProfile(access, context, {
          ...{ file: into, said: content },
          edit: { kind: "add", section: title, content },
        }),
    }),
    defineTool({
      name: "memory_replace",
      inSmallWindows: "last",
      description:
        "Replaces a text in a section of a profile file. Copy the old text exactly from memory_read.",
      input: z.object({
        file,
        section,
        old: text("The text to replace, exactly as it is."),
        new: text("The text instead; empty to delete the old one."),
      }),
      annotations: ANNOTATIONS,
      trust: "workspace",
      execute: async ({ file: into, section: title, old, new: said }, context) =>
        await changeProfile(access, context, {
          ...{ file: into, said },
          edit: { kind: "replace", section: title, old, new: said },
        }),
    }),
    defineTool({
      name: "memory_remove",
      inSmallWindows: "last",
      description: "Removes a section of a profile file, title included. Its history stays.",
      input: z.object({ file, section }),
      annotations: ANNOTATIONS,
      trust: "workspace",
      execute: async ({ file: into, section: title }, context) =>
        await changeProfile(access, context, {
          file: into,
          said: "",
          edit: { kind: "remove", section: title },
        }),
    }),
    defineTool({
      name: READ_PROFILE_TOOL,
      inSmallWindows: "last",
      description:
        "Reads a profile file as it is now. The one in your context is that of the beginning of this conversation.",
      input: z.object({ file }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      trust: "workspace",
      async execute({ file: from }, context) {
        const shared = await refuseShared(access, context, from);
        if (shared !== null) return shared;
        const read = await access.profiles.read(context.scope, profileKey(from, context.clock.now()));
        const name = fileName(read);
        if (read.text === "") return { title: name, output: fillPrompt(profilePrompt.empty, { file: name }) };
        const { characters, budget } = describeFile(read);
        const output = fillPrompt(profilePrompt.content, {
          ...{ file: name, version: String(read.version), characters, budget, text: read.text },
        });
        return { title: name, output };
      },
    }),
  ];
}
