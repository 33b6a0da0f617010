/** A member who can be mentioned. */
export type Mentionable = { readonly personId: string; readonly name: string };

/** Returns the IDs of the members named after an @. The longest name wins: "@Ann Lee" does not mention Ann. */
export function findMentions(body: string, members: readonly Mentionable[]): readonly string[] {
  const byLength = [...members].sort((a, b) => b.name.length - a.name.length);
  const ids = new Set<string>();
  let at = body.indexOf("@");
  while (at >= 0) {
    const rest = body.slice(at + 1);
    const named = byLength.find((member) => startsWithName(rest, member.name));
    if (named) ids.add(named.personId);
    at = body.indexOf("@", at + 1);
  }
  return [...ids];
}

/** Returns the members that match the text after the last @; null when no mention is being typed. */
export function mentionChoices(body: string, members: readonly Mentionable[]): readonly Mentionable[] | null {
  const typed = /(?:^|\s)@([^\s@]{0,40})$/u.exec(body)?.[1];
  if (typed === undefined) return null;
  return members.filter((member) => member.name.toLowerCase().startsWith(typed.toLowerCase()));
}

function startsWithName(text: string, name: string): boolean {
  if (name === "" || !text.toLowerCase().startsWith(name.toLowerCase())) return false;
  const next = text[name.length];
  return next === undefined || !/[\p{L}\p{N}_]/u.test(next);
}
