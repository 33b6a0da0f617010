import type { MemoryFields } from "../../ports/memory-store.ts";
import type { GateProblem } from "../entry-proposal.ts";

/** The labels of the parts of an entry that says what to do: the rule first, then why, then when it applies. */
const WHY = /(?:^|[\s.。；;])(?:why|reason|原因|理由)\s*[:：]/iu;
const HOW =
  /(?:^|[\s.。；;])(?:how to apply|(?:如何|怎么|怎样)?(?:适用|应用|用)|何时适用|适用(?:范围|场合|情况))\s*[:：]/iu;
const RULE = /^\s*(?:rule|规则)\s*[:：]/iu;

/** Finds which of its parts an instruction or a state of affairs lacks. Other types have no parts. */
export function findMissingParts({ type, content }: MemoryFields): readonly GateProblem[] {
  if (type !== "feedback" && type !== "project") return [];
  const why = WHY.exec(content);
  const how = HOW.exec(content);
  const first = content
    .slice(0, Math.min(why?.index ?? content.length, how?.index ?? content.length))
    .replace(RULE, "");
  const parts = {
    // The description of a project says what is the case.
    ...(type === "feedback" ? { rule: first } : {}),
    why: partAfter(content, why, how),
    "how to apply": partAfter(content, how, why),
  };
  return Object.entries(parts).flatMap(([found, text]) =>
    // A part of punctuation only says nothing.
    /[\p{L}\p{N}]/u.test(text) ? [] : [{ gate: "structure" as const, found, instead: null }],
  );
}

function partAfter(content: string, label: RegExpExecArray | null, other: RegExpExecArray | null): string {
  if (label === null) return "";
  const end = other !== null && other.index > label.index ? other.index : content.length;
  return content.slice(label.index + label[0].length, end);
}
