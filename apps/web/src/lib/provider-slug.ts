/** A provider name fit for a model reference: `LM Studio` → `lm-studio`, an address → its host. */
export function providerSlug(text: string): string {
  const host = URL.parse(text)?.host ?? text;
  const slug = host
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[^a-z0-9]+|-+$/g, "")
    .slice(0, 40);
  return slug === "" ? "custom" : slug;
}
