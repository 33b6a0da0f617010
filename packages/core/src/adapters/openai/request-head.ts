import OpenAI from "openai";
import { GoaltraceError } from "../../errors.ts";
import type { HttpRequest } from "../../ports/http-transport.ts";

/** URL and headers, the same for each request of a client. */
export type RequestHead = Pick<HttpRequest, "url" | "headers">;

/**
 * Returns the head of a Chat Completions request as OpenAI's SDK builds it; nothing is sent. Errors: CONFIGURATION_INVALID for a base URL
 * that is not an HTTP address.
 */
export async function buildRequestHead(endpoint: {
  readonly baseUrl: string;
  readonly apiKey: string;
}): Promise<RequestHead> {
  const { baseUrl, apiKey } = endpoint;
  if (!/^https?:\/\//iu.test(baseUrl) || !URL.canParse(baseUrl))
    throw new GoaltraceError({
      code: "CONFIGURATION_INVALID",
      message: `The base URL "${baseUrl}" of the model is not an HTTP address.`,
      fix: "Set an address such as https://api.openai.com/v1: OPENAI_BASE_URL, or Settings, Models.",
    });
  let head: RequestHead | null = null;
  const sdk = new OpenAI({
    apiKey: apiKey === "" ? "none" : apiKey,
    baseURL: baseUrl,
    maxRetries: 0,
    fetch: async (url, init) => {
      const headers = Object.fromEntries(
        init?.headers instanceof Headers ? init.headers : new Headers(init?.headers),
      );
      delete headers["content-length"];
      head = { url: url instanceof Request ? url.url : url.toString(), headers };
      return await Promise.resolve(new Response(null, { status: 200 }));
    },
  });
  await sdk.chat.completions.create({ model: "any", messages: [], stream: true }).asResponse();
  if (head === null) throw new Error("the SDK built no request");
  return head;
}
