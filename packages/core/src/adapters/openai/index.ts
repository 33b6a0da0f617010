export { createOpenAiClient } from "./client.ts";
export { detectLocalServers } from "./detect-local.ts";
export {
  configureModel,
  modelsFromEnvironment,
  OPENAI_URL,
  type ModelConfiguration,
} from "./models-from-environment.ts";
export { MODEL_TIMEOUTS } from "../../tunables.ts";
