/** Maximum characters of a slug, which is part of every URL. */
const MAX_CHARACTERS = 40;

/** Converts a name to a slug (`Storefront team` → `storefront-team`); returns undefined for a name without a Latin letter or digit. */
export function workspaceSlug(name: string): string | undefined {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, MAX_CHARACTERS);
  return slug === "" ? undefined : slug;
}
