/** Converts a provider name to a slug for model references: `LM Studio` → `lm-studio`, a URL → its host. */
export function providerSlug(text: string): string {
  const host = URL.parse(text)?.host ?? text;
  const slug = host
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[^a-z0-9]+|-+$/g, "")
    .slice(0, 40);
  return slug === "" ? "custom" : slug;
}
