/** Providers offered by name, with the address and model that most begin with. `other` takes any address. */
export const PROVIDERS = [
  { id: "deepseek", baseUrl: "https://api.deepseek.com/v1", model: "deepseek-chat" },
  { id: "openai", baseUrl: "https://api.openai.com/v1", model: "gpt-4.1" },
  { id: "other", baseUrl: "", model: "" },
] as const;

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
