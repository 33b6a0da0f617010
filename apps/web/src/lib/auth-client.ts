"use client";
import { createAuthClient } from "better-auth/react";

/** Sign-in, sign-out and account calls of the browser; served under `/api/auth`. */
export const authClient = createAuthClient();
