export { createOpenAiClient, type OpenAiClientOptions } from "./client.ts";
export { detectLocalServers, type LocalServer } from "./detect-local.ts";
export { modelDefaults, detectQuirks } from "./known-models.ts";
export {
  configureModel,
  modelsFromEnvironment,
  OPENAI_URL,
  type ModelConfiguration,
} from "./models-from-environment.ts";
export { MODEL_TIMEOUTS } from "../../tunables.ts";
