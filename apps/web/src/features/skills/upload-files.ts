/** Files of one skill as the server takes them, in base64. */
export type SkillUpload =
  | { readonly kind: "zip"; readonly content: string }
  | { readonly kind: "files"; readonly files: { readonly path: string; readonly content: string }[] };

/** A request may have a megabyte, and base64 adds a third. */
const MAX_BYTES = 700_000;

/** Reads chosen files: one archive, or a folder. Null if they are too large to send. */
export async function readChosenFiles(chosen: readonly File[]): Promise<SkillUpload | null> {
  if (chosen.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) return null;
  const [first] = chosen;
  if (chosen.length === 1 && first?.name.toLowerCase().endsWith(".zip") === true)
    return { kind: "zip", content: await toBase64(first) };
  const files = await Promise.all(
    chosen.map(async (file) => ({
      path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
      content: await toBase64(file),
    })),
  );
  return { kind: "files", files };
}

async function toBase64(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === "string" ? reader.result : "");
    };
    reader.onerror = () => {
      reject(new Error(file.name));
    };
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}
