"use client";
import { useTranslations } from "next-intl";
import { authClient } from "../../lib/auth-client.ts";
import { useToast } from "../toast.tsx";

/** Returns a function that ends the session and opens sign-in, or reports that the person is still signed in if the server fails. */
export function useSignOut(): () => Promise<void> {
  const translate = useTranslations("shell");
  const showToast = useToast();
  return async () => {
    const { error } = await authClient.signOut();
    if (error) showToast({ text: translate("signOutFailed") });
    // A full page load, so that no data of this person stays in memory.
    else window.location.assign("/signin");
  };
}
