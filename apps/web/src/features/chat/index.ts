export { ChatPage } from "./chat-page.tsx";
export { chatQuestions } from "./first-questions.ts";
