import { events, json, type ProviderError, withHeaders } from "./provider-error.ts";

const OPENAI: readonly ProviderError[] = [
  json(
    "OpenAI, wrong key",
    [
      401,
      {
        error: {
          message:
            "Incorrect API key provided: sk-abc***123. You can find your API key at https://platform.openai.com.",
          ...{ type: "invalid_request_error", param: null, code: "invalid_api_key" },
        },
      },
    ],
    { code: "MODEL_REFUSED_KEY", retry: "no", says: "Incorrect API key provided" },
  ),
  json(
    "OpenAI, region",
    [
      403,
      {
        error: {
          message: "Country, region, or territory not supported",
          ...{ type: "request_forbidden", param: null, code: "unsupported_country_region_territory" },
        },
      },
    ],
    { code: "MODEL_REFUSED_KEY", retry: "no", says: "Country, region, or territory not supported" },
  ),
  json(
    "OpenAI, unknown model",
    [
      404,
      {
        error: {
          message: "The model `gpt-9` does not exist or you do not have access to it.",
          ...{ type: "invalid_request_error", param: null, code: "model_not_found" },
        },
      },
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "does not exist" },
  ),
  json(
    "OpenAI, no quota",
    [
      429,
      {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          ...{ type: "insufficient_quota", param: null, code: "insufficient_quota" },
        },
      },
    ],
    { code: "MODEL_QUOTA_EXHAUSTED", retry: "no", says: "no quota left" },
  ),
  withHeaders(
    json(
      "OpenAI, tokens per minute",
      [
        429,
        {
          error: {
            message:
              "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.",
            ...{ type: "tokens", param: null, code: "rate_limit_exceeded" },
          },
        },
      ],
      { code: "MODEL_RATE_LIMITED", retry: "after_backoff", says: "wait 2 seconds", retryAfterMs: 1_500 },
    ),
    { "retry-after-ms": "1500" },
  ),
  json(
    "OpenAI, request above the limit per minute",
    [
      429,
      {
        error: {
          message: "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 61000.",
          ...{ type: "tokens", param: null, code: "rate_limit_exceeded" },
        },
      },
    ],
    { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "Request too large" },
  ),
  json(
    "OpenAI, context",
    [
      400,
      {
        error: {
          message:
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens.",
          ...{ type: "invalid_request_error", param: "messages", code: "context_length_exceeded" },
        },
      },
    ],
    { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "8227 tokens" },
  ),
  json(
    "OpenAI, flagged prompt",
    [
      400,
      {
        error: {
          message: "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
          ...{ type: "invalid_request_error", param: null, code: "invalid_prompt" },
        },
      },
    ],
    { code: "MODEL_CONTENT_FILTERED", retry: "no", says: "flagged" },
  ),
  json(
    "OpenAI, parameter",
    [
      400,
      {
        error: {
          message: "Unsupported parameter: 'max_tokens' is not supported with this model.",
          ...{ type: "invalid_request_error", param: "max_tokens", code: "unsupported_parameter" },
        },
      },
    ],
    { code: "MODEL_REQUEST_INVALID", retry: "no", says: "Unsupported parameter" },
  ),
  json(
    "OpenAI, server",
    [
      500,
      {
        error: {
          message: "The server had an error while processing your request. Sorry about that!",
          ...{ type: "server_error", param: null, code: null },
        },
      },
    ],
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "The server had an error" },
  ),
  events(
    "OpenAI, server within the stream",
    'data: {"choices":[{"index":0,"delta":{"content":"It"}}]}\n\ndata: {"error":{"message":"The server had an error","type":"server_error","param":null,"code":null}}\n\n',
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "The server had an error" },
  ),
  withHeaders(
    json("rate limit for an hour", [429, { error: { message: "Weekly limit reached" } }], {
      ...{
        code: "MODEL_RATE_LIMITED",
        retry: "after_backoff",
        says: "wait 1 hour. Its answer: Weekly limit reached",
      },
      ...{ retryAfterMs: 3_600_000, fix: "Try again in 1 hour" },
    }),
    { "retry-after": "3600" },
  ),
];

const OPENROUTER: readonly ProviderError[] = [
  json(
    "OpenRouter, upstream rate limit",
    [
      429,
      {
        error: {
          message: "Provider returned error",
          code: 429,
          metadata: {
            raw: "z-ai/glm-5.3-flash is temporarily rate-limited upstream. Please retry shortly.",
            provider_name: "BaseTen",
          },
        },
      },
    ],
    { code: "MODEL_RATE_LIMITED", retry: "after_backoff", says: "temporarily rate-limited upstream" },
  ),
  json(
    "OpenRouter, upstream error as JSON text",
    [
      400,
      {
        error: {
          message: "Provider returned error",
          code: 400,
          metadata: {
            raw: '{\n  "error": {\n    "message": "Model supports at most 1 image per prompt.",\n    "type": "invalid_request_error"\n  }\n}',
            provider_name: "Crucible",
          },
        },
        user_id: "user_1",
      },
    ],
    { code: "MODEL_REQUEST_INVALID", retry: "no", says: "400: Model supports at most 1 image per prompt." },
  ),
  json(
    "OpenRouter, upstream context",
    [
      400,
      {
        error: {
          message: "Provider returned error",
          ...{ code: 400, metadata: { raw: '{"error":{"message":"prompt is too long: 210000 tokens"}}' } },
        },
      },
    ],
    { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "prompt is too long" },
  ),
  json(
    "OpenRouter, credits",
    [402, { error: { message: "This request requires more credits, or fewer max_tokens.", code: 402 } }],
    { code: "MODEL_QUOTA_EXHAUSTED", retry: "no", says: "requires more credits" },
  ),
  json(
    "OpenRouter, moderation",
    [
      403,
      {
        error: {
          message: "Your input was flagged",
          ...{ code: 403, metadata: { reasons: ["violence"], flagged_input: "…", provider_name: "OpenAI" } },
        },
      },
    ],
    { code: "MODEL_CONTENT_FILTERED", retry: "no", says: "flagged" },
  ),
  json(
    "OpenRouter, no tools",
    [404, { error: { message: "No endpoints found that support tool use.", code: 404 } }],
    { code: "MODEL_REQUEST_INVALID", retry: "as_text", says: "no native tool calling" },
  ),
  json("OpenRouter, model id", [400, { error: { message: "gpt-9 is not a valid model ID", code: 400 } }], {
    ...{ code: "MODEL_NOT_FOUND", retry: "no", says: "not a valid model ID" },
  }),
  json("OpenRouter, error in a 200", [200, { error: { message: "Upstream is down", code: 502 } }], {
    ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "Upstream is down" },
  }),
  json(
    "OpenRouter, error beside an empty choice",
    [
      200,
      {
        choices: [{ finish_reason: "stop", index: 0, message: { content: null, role: "assistant" } }],
        error: { message: "Provider returned error", code: 429, metadata: { raw: "error code: 1015" } },
      },
    ],
    { code: "MODEL_RATE_LIMITED", retry: "after_backoff", says: "error code: 1015" },
  ),
  events(
    "OpenRouter, error in the middle of the stream",
    'data: {"choices":[{"index":0,"delta":{"content":"It"}}]}\n\ndata: {"id":"g","error":{"code":"server_error","message":"Provider disconnected unexpectedly"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}\n\n',
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "Provider disconnected unexpectedly" },
  ),
  events(
    "a finish reason of an error alone",
    'data: {"choices":[{"index":0,"delta":{"content":"It"},"finish_reason":"error"}]}\n\ndata: [DONE]\n\n',
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: 'ended its answer with "error"' },
  ),
];

/** The errors of OpenAI and OpenRouter. */
export const HOSTED_ERRORS: readonly ProviderError[] = [...OPENAI, ...OPENROUTER];
