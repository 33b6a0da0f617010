/** A version of a changed file: its bytes under their hex SHA-256. */
export type FileContentVersion = { readonly sha256: string; readonly bytes: Uint8Array };

/**
 * Keeps the versions of files that a run changes. They are stored unmasked but sealed with the server's key, are part of no export, and only
 * undoing reads them.
 */
export interface FileVersions {
  /** Resolves when the version is durable. Keeping it again has no effect. */
  keep(version: FileContentVersion): Promise<void>;
}
