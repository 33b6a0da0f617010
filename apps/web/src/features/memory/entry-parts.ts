/** A labeled part of what an entry says, such as why; both as they are written. */
type EntryPart = { readonly label: string; readonly text: string };

/** The labels that the checks of entries ask for, in both languages, where a part begins: at the start of a line or after a sentence. */
const LABEL =
  /(?:^|(?<=\n\s*|[.。；;]\s*))(?<label>rule|why|reason|how to apply|规则|原因|理由|(?:如何|怎么|怎样)?(?:适用|应用|用)|何时适用|适用(?:范围|场合|情况))\s*[:：]\s*/giu;

/** Returns the parts of an entry that says what to do, why, and how to apply it; null for a text that is not made of such parts. */
export function entryParts(content: string): readonly EntryPart[] | null {
  const found = [...content.trim().matchAll(LABEL)];
  if (found[0]?.index !== 0 || found.length < 2) return null;
  return found.map((match, at) => ({
    label: match.groups?.["label"] ?? "",
    text: content
      .trim()
      .slice(match.index + match[0].length, found[at + 1]?.index)
      .trim(),
  }));
}
