import enChat from "../../messages/en/chat.json";
import enCommon from "../../messages/en/common.json";
import enErrors from "../../messages/en/errors.json";
import enInvite from "../../messages/en/invite.json";
import enInspector from "../../messages/en/inspector.json";
import enSettings from "../../messages/en/settings.json";
import enSetup from "../../messages/en/setup.json";
import enShell from "../../messages/en/shell.json";
import enSignIn from "../../messages/en/signin.json";
import enTrace from "../../messages/en/trace.json";
import enTraces from "../../messages/en/traces.json";
import enUsage from "../../messages/en/usage.json";
import enShare from "../../messages/en/share.json";
import zhChat from "../../messages/zh/chat.json";
import zhCommon from "../../messages/zh/common.json";
import zhErrors from "../../messages/zh/errors.json";
import zhInvite from "../../messages/zh/invite.json";
import zhInspector from "../../messages/zh/inspector.json";
import zhSettings from "../../messages/zh/settings.json";
import zhSetup from "../../messages/zh/setup.json";
import zhShell from "../../messages/zh/shell.json";
import zhSignIn from "../../messages/zh/signin.json";
import zhTrace from "../../messages/zh/trace.json";
import zhTraces from "../../messages/zh/traces.json";
import zhUsage from "../../messages/zh/usage.json";
import zhShare from "../../messages/zh/share.json";
import type { Locale } from "./preferences.ts";

const en = {
  chat: enChat,
  common: enCommon,
  errors: enErrors,
  invite: enInvite,
  inspector: enInspector,
  settings: enSettings,
  setup: enSetup,
  shell: enShell,
  signin: enSignIn,
  trace: enTrace,
  traces: enTraces,
  usage: enUsage,
  share: enShare,
};

/** Every text of the interface by area and key. English is the catalogue the types follow. */
export type Messages = typeof en;

const zh: Messages = {
  chat: zhChat,
  common: zhCommon,
  errors: zhErrors,
  invite: zhInvite,
  inspector: zhInspector,
  settings: zhSettings,
  setup: zhSetup,
  shell: zhShell,
  signin: zhSignIn,
  trace: zhTrace,
  traces: zhTraces,
  usage: zhUsage,
  share: zhShare,
};

/** The catalogue of each language; a key missing in one is a type error here and a failing test. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = { en, zh };
