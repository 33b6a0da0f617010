/** The model reference of the scripted demo. */
export const SCRIPTED_DEMO = "scripted/demo";
