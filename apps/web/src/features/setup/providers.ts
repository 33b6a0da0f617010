/** Providers with their default address and model. `other` accepts any address. */
export const PROVIDERS = [
  { id: "deepseek", baseUrl: "https://api.deepseek.com/v1", model: "deepseek-chat" },
  { id: "openai", baseUrl: "https://api.openai.com/v1", model: "gpt-4.1" },
  { id: "other", baseUrl: "", model: "" },
] as const;
