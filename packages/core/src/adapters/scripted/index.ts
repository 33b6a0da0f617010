export { createScriptedClient, SCRIPTED_REFERENCE } from "./client.ts";
