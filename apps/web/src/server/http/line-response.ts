/** Returns lines as a file download, streamed at the reader's pace. */
export function lineResponse(
  lines: AsyncGenerator<string, void>,
  file: { readonly name: string; readonly requestId: string },
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await lines.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(`${next.value}\n`));
    },
    cancel: async () => {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "application/x-ndjson; charset=utf-8",
      "content-disposition": `attachment; filename="${file.name}"`,
      "cache-control": "no-store",
      "x-request-id": file.requestId,
    },
  });
}
