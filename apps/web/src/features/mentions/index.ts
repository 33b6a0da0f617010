export { mentionsLinkQuestions, mentionsQuestions } from "./first-questions.ts";
export { MentionsLink } from "./mentions-link.tsx";
export { MentionsPage } from "./mentions-page.tsx";
