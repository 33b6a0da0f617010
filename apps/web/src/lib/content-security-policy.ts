export type PolicyOptions = {
  /** Unguessable, base64, used for one response only. */
  readonly nonce: string;
  /** Allows eval, which React's development build uses to rebuild server stacks. */
  readonly development: boolean;
};

/** Returns the content security policy of one response: scripts need its nonce, everything else must come from this server. */
export function contentSecurityPolicy({ nonce, development }: PolicyOptions): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // The graph and virtual lists position elements with style attributes, which a nonce cannot cover.
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
