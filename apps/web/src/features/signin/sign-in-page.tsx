"use client";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { authClient } from "../../lib/auth-client.ts";
import { safeNextPath } from "../../lib/safe-next-path.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { usePreHydrationInput } from "../../lib/use-pre-hydration-input.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Note } from "../../ui/note.tsx";
import { LanguageMenu } from "../../ui/shell/language-menu.tsx";
import { Logo } from "../../ui/shell/logo.tsx";

type Problem = "wrong" | "tooMany" | "unreachable";

/** Signs in with email and password, then returns to the requested page. */
export function SignInPage(): ReactElement {
  const translate = useTranslations("signin");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  usePreHydrationInput(emailField, email, setEmail);
  usePreHydrationInput(passwordField, password, setPassword);
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const signIn = async (): Promise<void> => {
    setBusy(true);
    const status = await authClient.signIn.email({ email, password }).then(
      ({ error }) => error?.status ?? 200,
      () => 0,
    );
    if (status === 200) {
      window.location.assign(safeNextPath(new URLSearchParams(window.location.search).get("next")));
      return;
    }
    setBusy(false);
    setProblem(status === 429 ? "tooMany" : status >= 400 && status < 500 ? "wrong" : "unreachable");
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void signIn();
  };

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-90 flex-col justify-center gap-6 p-4">
      <div className="flex items-center gap-3">
        <Logo />
        <h1 className="text-20 font-semibold">{translate("title")}</h1>
      </div>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={translate("email")}>
          {(control) => (
            <Input
              {...control}
              ref={emailField}
              size="large"
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={translate("password")}>
          {(control) => (
            <Input
              {...control}
              ref={passwordField}
              size="large"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
              }}
            />
          )}
        </Field>
        {problem !== null && <Note tone="error">{translate(problem)}</Note>}
        <div className="flex items-center justify-between">
          <Button variant="primary" size="large" type="submit" disabled={busy || !hydrated}>
            {translate("submit")}
          </Button>
          <LanguageMenu />
        </div>
      </form>
    </main>
  );
}
