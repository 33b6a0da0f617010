export { createScriptedClient, DEMO_WINDOW, SCRIPTED_REFERENCE } from "./client.ts";
