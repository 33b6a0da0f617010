export { usageQuestions } from "./first-questions.ts";
export { UsagePage } from "./usage-page.tsx";
