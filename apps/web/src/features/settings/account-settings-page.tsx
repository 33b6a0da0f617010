"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { authClient } from "../../lib/auth-client.ts";
import { localeFrom, LOCALES, rememberPreference, THEME_COOKIE, THEMES } from "../../lib/preferences.ts";
import { useSingleKeys } from "../../lib/single-keys.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Select } from "../../ui/select.tsx";
import { useChooseLocale } from "../../ui/shell/preference-menus.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";

/** Personal settings: name, password, language, theme and sign-out. */
export function AccountSettingsPage(_props: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("settings.account");
  const trpc = useTRPC();
  const account = useQuery(trpc.account.get.queryOptions());
  return (
    <section className="flex max-w-120 flex-col gap-8">
      <h1 className="text-20 font-semibold">{translate("title")}</h1>
      {account.isPending && <SkeletonRows rows={6} />}
      {account.isError && <FailureNote error={account.error} call="load" />}
      {account.data !== undefined && (
        <>
          <p className="text-ink-2">{translate("signedInAs", { email: account.data.email })}</p>
          <NameForm name={account.data.name} />
          <PasswordForm />
          <Preferences theme={account.data.theme} />
          <SingleKeys />
          <SignOut />
        </>
      )}
    </section>
  );
}

function Preferences({ theme }: { readonly theme: string }): ReactElement {
  const translate = useTranslations("shell");
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  const [chosenTheme, setChosenTheme] = useState(theme);
  return (
    <div className="flex flex-col gap-4">
      <Field label={translate("language")}>
        {(control) => (
          <Select
            {...control}
            value={locale}
            onChange={(event) => chooseLocale(localeFrom(event.target.value, null))}
          >
            {LOCALES.map((value) => (
              <option key={value} value={value} lang={value}>
                {translate(`languages.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={translate("theme")}>
        {(control) => (
          <Select
            {...control}
            value={chosenTheme}
            onChange={(event) => {
              const next = event.target.value;
              setChosenTheme(next);
              rememberPreference(THEME_COOKIE, next);
              const { classList } = document.documentElement;
              classList.remove("light", "dark");
              if (next !== "system") classList.add(next);
            }}
          >
            {THEMES.map((value) => (
              <option key={value} value={value}>
                {translate(`themes.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** Single-key shortcuts can be turned off: they interfere with speech input and are easy to trigger by accident. */
function SingleKeys(): ReactElement {
  const translate = useTranslations("settings.account");
  const [enabled, choose] = useSingleKeys();
  return (
    <Checkbox
      checked={enabled}
      onChange={(event) => {
        choose(event.target.checked);
      }}
    >
      {translate("singleKeys")}
    </Checkbox>
  );
}

function SignOut(): ReactElement {
  const translate = useTranslations("shell");
  const [failed, setFailed] = useState(false);
  const signOut = async (): Promise<void> => {
    const done = await authClient.signOut().then(
      ({ error }) => error === null,
      () => false,
    );
    if (done) window.location.assign("/signin");
    else setFailed(true);
  };
  return (
    <div className="flex flex-col items-start gap-2">
      {failed && <Note tone="error">{translate("signOutFailed")}</Note>}
      <Button
        onClick={() => {
          void signOut();
        }}
      >
        {translate("signOut")}
      </Button>
    </div>
  );
}
