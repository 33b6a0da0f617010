import { parseJson } from "@goaltrace/core/parse-json";

export type UploadOutcome =
  | { readonly kind: "imported"; readonly count: number }
  | { readonly kind: "cancelled" }
  /** `message` is from the server; null without a response. */
  | { readonly kind: "failed"; readonly message: string | null };

export type Upload = { readonly done: Promise<UploadOutcome>; readonly cancel: () => void };

/** Uploads a file of exported traces. `onProgress` receives the uploaded share; 1 means that the server is processing the file. */
export function uploadTraces(workspace: string, file: File, onProgress: (share: number) => void): Upload {
  // fetch does not report upload progress.
  const request = new XMLHttpRequest();
  const done = new Promise<UploadOutcome>((resolve) => {
    request.upload.onprogress = (event) => {
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    };
    request.upload.onload = () => {
      onProgress(1);
    };
    request.onabort = () => {
      resolve({ kind: "cancelled" });
    };
    request.onerror = () => {
      resolve({ kind: "failed", message: null });
    };
    request.onload = () => {
      resolve(toOutcome(request.status, request.responseText));
    };
  });
  request.open("POST", `/api/w/${encodeURIComponent(workspace)}/traces/import`);
  request.setRequestHeader("content-type", "application/x-ndjson");
  request.send(file);
  return {
    done,
    cancel: () => {
      request.abort();
    },
  };
}

function toOutcome(status: number, text: string): UploadOutcome {
  const answer = parse(text);
  if (status === 200 && "imported" in answer && Array.isArray(answer.imported))
    return { kind: "imported", count: answer.imported.length };
  const error = "error" in answer ? answer.error : null;
  const message =
    typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
      ? error.message
      : null;
  return { kind: "failed", message };
}

function parse(text: string): object {
  try {
    const value: unknown = parseJson(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
