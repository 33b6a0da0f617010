const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
};

/** Returns a short HTML text as one line without tags: services of the web mark words in titles and summaries. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/giu, "")
    .replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,5});/giu, readReference)
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** Returns the character that a reference such as `&amp;` or `&#x27;` stands for; an unknown one as it is. */
function readReference(reference: string): string {
  const name = reference.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return NAMED[name] ?? reference;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : reference;
}
