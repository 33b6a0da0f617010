import enChat from "../../messages/en/chat.json" with { type: "json" };
import enCommon from "../../messages/en/common.json" with { type: "json" };
import enErrors from "../../messages/en/errors.json" with { type: "json" };
import enInvite from "../../messages/en/invite.json" with { type: "json" };
import enInspector from "../../messages/en/inspector.json" with { type: "json" };
import enSettings from "../../messages/en/settings.json" with { type: "json" };
import enSetup from "../../messages/en/setup.json" with { type: "json" };
import enShell from "../../messages/en/shell.json" with { type: "json" };
import enSignIn from "../../messages/en/signin.json" with { type: "json" };
import enTrace from "../../messages/en/trace.json" with { type: "json" };
import enTraces from "../../messages/en/traces.json" with { type: "json" };
import enUsage from "../../messages/en/usage.json" with { type: "json" };
import enShare from "../../messages/en/share.json" with { type: "json" };
import zhChat from "../../messages/zh/chat.json" with { type: "json" };
import zhCommon from "../../messages/zh/common.json" with { type: "json" };
import zhErrors from "../../messages/zh/errors.json" with { type: "json" };
import zhInvite from "../../messages/zh/invite.json" with { type: "json" };
import zhInspector from "../../messages/zh/inspector.json" with { type: "json" };
import zhSettings from "../../messages/zh/settings.json" with { type: "json" };
import zhSetup from "../../messages/zh/setup.json" with { type: "json" };
import zhShell from "../../messages/zh/shell.json" with { type: "json" };
import zhSignIn from "../../messages/zh/signin.json" with { type: "json" };
import zhTrace from "../../messages/zh/trace.json" with { type: "json" };
import zhTraces from "../../messages/zh/traces.json" with { type: "json" };
import zhUsage from "../../messages/zh/usage.json" with { type: "json" };
import zhShare from "../../messages/zh/share.json" with { type: "json" };
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
