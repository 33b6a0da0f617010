/** Characters of a slug: it is part of every address. */
const MAX_CHARACTERS = 40;

/** `Storefront team` → `storefront-team`; undefined for a name without a Latin letter or digit. */
export function workspaceSlug(name: string): string | undefined {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, MAX_CHARACTERS);
  return slug === "" ? undefined : slug;
}
