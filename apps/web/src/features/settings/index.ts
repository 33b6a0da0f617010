export { AccountSettingsPage } from "./account-settings-page.tsx";
export { ModelsSettingsPage } from "./models-settings-page.tsx";
