import { events, json, type ProviderError, withHeaders } from "./provider-error.ts";

const DEEPSEEK: readonly ProviderError[] = [
  json(
    "DeepSeek, balance",
    [
      402,
      {
        error: {
          message: "Insufficient Balance",
          ...{ type: "unknown_error", param: null, code: "invalid_request_error" },
        },
      },
    ],
    { code: "MODEL_QUOTA_EXHAUSTED", retry: "no", says: "Insufficient Balance" },
  ),
  json(
    "DeepSeek, key",
    [
      401,
      {
        error: {
          message: "Authentication Fails (no such user)",
          ...{ type: "authentication_error", param: null, code: "invalid_request_error" },
        },
      },
    ],
    { code: "MODEL_REFUSED_KEY", retry: "no", says: "Authentication Fails" },
  ),
  json(
    "DeepSeek, model",
    [
      400,
      {
        error: {
          message: "Model Not Exist",
          ...{ type: "invalid_request_error", param: null, code: "invalid_request_error" },
        },
      },
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "Model Not Exist" },
  ),
  events(
    "DeepSeek, no resources",
    'data: {"choices":[{"index":0,"delta":{"content":"It"},"finish_reason":"insufficient_system_resource"}]}\n\n',
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "insufficient_system_resource" },
  ),
];

const GEMINI: readonly ProviderError[] = [
  json(
    "Gemini, resource exhausted",
    [
      429,
      [
        {
          error: {
            code: 429,
            message: "Resource has been exhausted (e.g. check quota).",
            status: "RESOURCE_EXHAUSTED",
          },
        },
      ],
    ],
    { code: "MODEL_RATE_LIMITED", retry: "after_backoff", says: "Resource has been exhausted" },
  ),
  json("Gemini, requests per minute", [429, [{ error: geminiQuota("PerMinute", "34s") }]], {
    ...{ code: "MODEL_RATE_LIMITED", retry: "after_backoff", says: "wait 34 seconds", retryAfterMs: 34_000 },
  }),
  json("Gemini, requests per day", [429, [{ error: geminiQuota("PerDay", "12s") }]], {
    ...{ code: "MODEL_QUOTA_EXHAUSTED", retry: "no", says: "exceeded your current quota" },
  }),
  json(
    "Gemini, an error as the text of an error",
    [
      429,
      {
        error: {
          message:
            '{\n  "error": {\n    "code": 429,\n    "message": "Resource exhausted. Please try again later.",\n    "status": "RESOURCE_EXHAUSTED"\n  }\n}\n',
          ...{ code: 429, status: "Too Many Requests" },
        },
      },
    ],
    {
      ...{ code: "MODEL_RATE_LIMITED", retry: "after_backoff" },
      says: "Its answer: Resource exhausted. Please try again later.",
    },
  ),
  json(
    "Gemini, key",
    [
      400,
      [
        {
          error: {
            code: 400,
            message: "API key not valid. Please pass a valid API key.",
            status: "INVALID_ARGUMENT",
          },
        },
      ],
    ],
    { code: "MODEL_REFUSED_KEY", retry: "no", says: "API key not valid" },
  ),
  json(
    "Gemini, model",
    [
      404,
      [
        {
          error: {
            code: 404,
            message: "models/gemini-9 is not found for API version v1main, or is not supported.",
            status: "NOT_FOUND",
          },
        },
      ],
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "models/gemini-9 is not found" },
  ),
  json(
    "Gemini, overloaded",
    [
      503,
      [
        {
          error: {
            code: 503,
            message: "The model is overloaded. Please try again later.",
            status: "UNAVAILABLE",
          },
        },
      ],
    ],
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "The model is overloaded" },
  ),
];

function geminiQuota(period: string, retryDelay: string): object {
  return {
    code: 429,
    message: "You exceeded your current quota, please check your plan and billing details.",
    status: "RESOURCE_EXHAUSTED",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaId: `GenerateRequests${period}PerProjectPerModel-FreeTier` }],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay },
    ],
  };
}

const LITELLM: readonly ProviderError[] = [
  json(
    "LiteLLM, rate limit",
    [
      429,
      {
        error: {
          message: "litellm.RateLimitError: RateLimitError: OpenAIException - Rate limit reached",
          ...{ type: "throttling_error", param: null, code: "429" },
        },
      },
    ],
    { code: "MODEL_RATE_LIMITED", retry: "after_backoff", says: "Rate limit reached" },
  ),
  ...[400, 429].map((status) =>
    json(
      `LiteLLM, budget (${status})`,
      [
        status,
        {
          error: {
            message: "Budget has been exceeded! Current cost: 26.075, Max budget: 0.25",
            ...{ type: "budget_exceeded", param: null, code: String(status) },
          },
        },
      ],
      { code: "MODEL_QUOTA_EXHAUSTED", retry: "no", says: "Budget has been exceeded" },
    ),
  ),
  json(
    "LiteLLM, an upstream account without balance",
    [
      400,
      {
        error: {
          message:
            'litellm.BadRequestError: DeepseekException - {"error":{"message":"Insufficient Balance","type":"unknown_error"}}',
          ...{ type: null, param: null, code: "400" },
        },
      },
    ],
    { code: "MODEL_QUOTA_EXHAUSTED", retry: "no", says: "Insufficient Balance" },
  ),
  json(
    "LiteLLM, model",
    [
      400,
      {
        error: {
          message:
            "{'error': '/chat/completions: Invalid model name passed in model=x. Call `/v1/models` to view available models for your key.'}",
          ...{ type: "None", param: "None", code: "400" },
        },
      },
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "Invalid model name passed in model=x" },
  ),
  json(
    "LiteLLM, key",
    [
      401,
      {
        error: {
          message: "Authentication Error, Invalid proxy server token passed. Received API Key = sk-...1234",
          ...{ type: "token_not_found_in_db", param: "key", code: "401" },
        },
      },
    ],
    { code: "MODEL_REFUSED_KEY", retry: "no", says: "Invalid proxy server token passed" },
  ),
];

const AZURE: readonly ProviderError[] = [
  json(
    "Azure, deployment",
    [
      404,
      {
        error: {
          code: "DeploymentNotFound",
          message: "The API deployment for this resource does not exist.",
        },
      },
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "API deployment for this resource does not exist" },
  ),
  json(
    "Azure, key",
    [
      401,
      {
        statusCode: 401,
        message: "Access denied due to invalid subscription key or wrong API endpoint.",
      },
    ],
    { code: "MODEL_REFUSED_KEY", retry: "no", says: "Access denied due to invalid subscription key" },
  ),
  json(
    "Azure, filter",
    [
      400,
      {
        error: {
          message:
            "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          ...{ type: null, param: "prompt", code: "content_filter", status: 400 },
          innererror: {
            code: "ResponsibleAIPolicyViolation",
            content_filter_result: { hate: { filtered: true } },
          },
        },
      },
    ],
    { code: "MODEL_CONTENT_FILTERED", retry: "no", says: "content management policy" },
  ),
  withHeaders(
    json(
      "Azure, rate limit",
      [
        429,
        {
          error: {
            code: "429",
            message:
              "Requests to the ChatCompletions_Create Operation have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 6 seconds.",
          },
        },
      ],
      { code: "MODEL_RATE_LIMITED", retry: "after_backoff", says: "wait 6 seconds", retryAfterMs: 6_000 },
    ),
    { "retry-after": "6" },
  ),
];

/** The errors of DeepSeek, Gemini and Azure, and of the gateway LiteLLM. */
export const GATEWAY_ERRORS: readonly ProviderError[] = [...DEEPSEEK, ...GEMINI, ...LITELLM, ...AZURE];
