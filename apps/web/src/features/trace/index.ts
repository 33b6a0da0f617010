export { traceQuestions } from "./first-questions.ts";
export { GraphShowcase } from "./graph/showcase/graph-showcase.tsx";
export { TracePage } from "./trace-page.tsx";
