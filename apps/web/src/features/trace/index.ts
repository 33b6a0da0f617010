export { traceQuestions } from "./first-questions.ts";
export { GraphShowcase } from "./graph/showcase/showcase-on-demand.tsx";
export { TracePage } from "./trace-page.tsx";
