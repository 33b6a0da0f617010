/** The workspace and person on whose behalf a store is accessed. */
export type Scope = { readonly workspaceId: string; readonly personId: string };
