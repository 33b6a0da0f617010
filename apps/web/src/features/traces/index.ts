export { tracesQuestions } from "./first-questions.ts";
export { TracesPage } from "./traces-page.tsx";
