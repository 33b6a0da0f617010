/** In whose name a store is asked. No store method goes without one. */
export type Scope = { readonly workspaceId: string; readonly personId: string };
