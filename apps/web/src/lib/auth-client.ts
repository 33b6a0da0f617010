"use client";
import { createAuthClient } from "better-auth/react";

/** The browser's client for sign-in and sign-out under `/api/auth`. */
export const authClient = createAuthClient();
