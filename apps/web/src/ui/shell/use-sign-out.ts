"use client";
import { useTranslations } from "next-intl";
import { authClient } from "../../lib/auth-client.ts";
import { useToast } from "../toast.tsx";

/** Ends the session and goes to sign-in. Says so when the server did not answer: the person is then still signed in. */
export function useSignOut(): () => Promise<void> {
  const translate = useTranslations("shell");
  const showToast = useToast();
  return async () => {
    const { error } = await authClient.signOut();
    if (error) showToast({ text: translate("signOutFailed") });
    // A full load, so that nothing of this person stays in the page's memory.
    else window.location.assign("/signin");
  };
}
