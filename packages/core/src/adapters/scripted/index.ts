export { createScriptedClient, scenarios, SCRIPTED_REFERENCE } from "./client.ts";
export type { Scenario, ScenarioView, ScriptedAnswer } from "./scenario.ts";
