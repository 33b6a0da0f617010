export { AccountSettingsPage } from "./account-settings-page.tsx";
export { ApiSettingsPage } from "./api-settings-page.tsx";
export { AuditSettingsPage } from "./audit-settings-page.tsx";
export { KeysSettingsPage } from "./keys-settings-page.tsx";
export { MembersSettingsPage } from "./members-settings-page.tsx";
export { ModelsSettingsPage } from "./models-settings-page.tsx";
export {
  accountQuestions,
  auditQuestions,
  keysQuestions,
  membersQuestions,
  modelsQuestions,
} from "./first-questions.ts";
