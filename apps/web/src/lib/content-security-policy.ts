export type PolicyOptions = {
  /** Unguessable and used for one answer only; base64. */
  readonly nonce: string;
  /** React's development build rebuilds server stacks with eval; never allowed in production. */
  readonly development: boolean;
};

/** The content security policy of one answer: scripts only with its nonce, everything else from this server. */
export function contentSecurityPolicy({ nonce, development }: PolicyOptions): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // The graph and virtual lists place things with style attributes, which no nonce can cover.
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
