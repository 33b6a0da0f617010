export { createOpenAiClient } from "./client.ts";
export { createOpenAiEmbedder, type EmbedderSettings } from "./embedder.ts";
export { detectLocalServers } from "./detect-local.ts";
export {
  configureModel,
  modelsFromEnvironment,
  OPENAI_URL,
  type ModelConfiguration,
} from "./models-from-environment.ts";
export { MODEL_TIMEOUTS } from "../../tunables.ts";
