import enChat from "../../messages/en/chat.json" with { type: "json" };
import enCommon from "../../messages/en/common.json" with { type: "json" };
import enErrors from "../../messages/en/errors.json" with { type: "json" };
import enSettings from "../../messages/en/settings.json" with { type: "json" };
import enSetup from "../../messages/en/setup.json" with { type: "json" };
import enShell from "../../messages/en/shell.json" with { type: "json" };
import enSignIn from "../../messages/en/signin.json" with { type: "json" };
import enTrace from "../../messages/en/trace.json" with { type: "json" };
import enTraces from "../../messages/en/traces.json" with { type: "json" };
import zhChat from "../../messages/zh/chat.json" with { type: "json" };
import zhCommon from "../../messages/zh/common.json" with { type: "json" };
import zhErrors from "../../messages/zh/errors.json" with { type: "json" };
import zhSettings from "../../messages/zh/settings.json" with { type: "json" };
import zhSetup from "../../messages/zh/setup.json" with { type: "json" };
import zhShell from "../../messages/zh/shell.json" with { type: "json" };
import zhSignIn from "../../messages/zh/signin.json" with { type: "json" };
import zhTrace from "../../messages/zh/trace.json" with { type: "json" };
import zhTraces from "../../messages/zh/traces.json" with { type: "json" };
import type { Locale } from "./preferences.ts";

const en = {
  chat: enChat,
  common: enCommon,
  errors: enErrors,
  settings: enSettings,
  setup: enSetup,
  shell: enShell,
  signin: enSignIn,
  trace: enTrace,
  traces: enTraces,
};

/** Every text of the interface by area and key. English is the catalogue the types follow. */
export type Messages = typeof en;

const zh: Messages = {
  chat: zhChat,
  common: zhCommon,
  errors: zhErrors,
  settings: zhSettings,
  setup: zhSetup,
  shell: zhShell,
  signin: zhSignIn,
  trace: zhTrace,
  traces: zhTraces,
};

/** The catalogue of each language; a key missing in one is a type error here and a failing test. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = { en, zh };
