import { events, json, type ProviderError, text } from "./provider-error.ts";

const OLLAMA: readonly ProviderError[] = [
  json(
    "Ollama, model",
    [
      404,
      {
        error: {
          message: 'model "qwen9" not found, try pulling it first',
          ...{ type: "api_error", param: null, code: null },
        },
      },
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "try pulling it first" },
  ),
  json("Ollama, no tools", [400, { error: "registry.ollama.ai/library/gemma:2b does not support tools" }], {
    ...{ code: "MODEL_REQUEST_INVALID", retry: "as_text", says: "gemma:2b does not support tools" },
  }),
  json(
    "Ollama, no tools, newer",
    [
      400,
      {
        error: {
          message: "registry.ollama.ai/library/gemma3:4b does not support tools",
          ...{ type: "api_error", param: null, code: null },
        },
      },
    ],
    { code: "MODEL_REQUEST_INVALID", retry: "as_text", says: "no native tool calling" },
  ),
  json(
    "Ollama, memory",
    [500, { error: { message: "model requires more system memory", type: "api_error" } }],
    {
      ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "model requires more system memory" },
    },
  ),
  text("Ollama, base URL without /v1", [404, "404 page not found"], {
    ...{ code: "MODEL_NOT_FOUND", retry: "no", says: "404 page not found", fix: "usually ends in /v1" },
  }),
  text("Ollama, root", [200, "Ollama is running"], {
    ...{
      code: "MODEL_NOT_FOUND",
      retry: "no",
      says: "Ollama is running",
      fix: "the base URL usually ends in /v1",
    },
  }),
];

const VLLM: readonly ProviderError[] = [
  json(
    "vLLM, context",
    [
      400,
      {
        object: "error",
        message: "This model's maximum context length is 10000 tokens. However, you requested 10515 tokens.",
        ...{ type: "BadRequestError", param: null, code: 400 },
      },
    ],
    { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "10515 tokens" },
  ),
  json(
    "vLLM, context, newer",
    [
      400,
      {
        error: {
          message:
            "You passed 1015 input tokens and requested 10 output tokens. However, the model's context length is only 1024 tokens.",
          ...{ type: "BadRequestError", param: "input_tokens", code: 400 },
        },
      },
    ],
    { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "1015 input tokens" },
  ),
  json(
    "vLLM, no tools",
    [
      400,
      {
        object: "error",
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        ...{ type: "BadRequestError", param: null, code: 400 },
      },
    ],
    { code: "MODEL_REQUEST_INVALID", retry: "as_text", says: "--enable-auto-tool-choice" },
  ),
  json(
    "vLLM, model",
    [
      404,
      {
        object: "error",
        message: "The model `x` does not exist.",
        type: "NotFoundError",
        param: null,
        code: 404,
      },
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "The model `x` does not exist." },
  ),
  json("vLLM, key", [401, { error: "Unauthorized" }], {
    ...{ code: "MODEL_REFUSED_KEY", retry: "no", says: "Unauthorized" },
  }),
  json("vLLM, base URL without /v1", [404, { detail: "Not Found" }], {
    ...{ code: "MODEL_NOT_FOUND", retry: "no", says: "Not Found", fix: "usually ends in /v1" },
  }),
  json(
    "FastAPI, invalid field",
    [
      422,
      {
        detail: [
          { type: "missing", loc: ["body", "messages", 0, "content"], msg: "Field required", input: {} },
        ],
      },
    ],
    { code: "MODEL_REQUEST_INVALID", retry: "no", says: "422: body.messages.0.content: Field required" },
  ),
  json("FastAPI, text", [422, { detail: "stream is not supported" }], {
    ...{ code: "MODEL_REQUEST_INVALID", retry: "no", says: "422: stream is not supported" },
  }),
  events(
    "vLLM, error within the stream",
    'data: {"error": {"object": "error", "message": "EngineCore encountered an issue.", "type": "InternalServerError", "code": 500}}\n\ndata: [DONE]\n\n',
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "EngineCore encountered an issue." },
  ),
];

const LM_STUDIO: readonly ProviderError[] = [
  json(
    "LM Studio, base URL without /v1",
    [200, { error: "Unexpected endpoint or method. (POST /chat/completions)" }],
    {
      ...{ code: "MODEL_NOT_FOUND", retry: "no", says: "Unexpected endpoint or method" },
      fix: "the base URL usually ends in /v1",
    },
  ),
  json(
    "LM Studio, no model",
    [
      404,
      {
        error: {
          message:
            "No models loaded. Please load a model in the developer page or use the `lms load` command.",
          ...{ type: "invalid_request_error", param: "model", code: "model_not_found" },
        },
      },
    ],
    { code: "MODEL_NOT_FOUND", retry: "no", says: "No models loaded" },
  ),
  json(
    "LM Studio, context",
    [
      400,
      {
        error:
          "Trying to keep the first 5020 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens.",
      },
    ],
    { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "only 4096 tokens" },
  ),
  events(
    "LM Studio, error event",
    'event: error\ndata: {"error":{"message":"The model has crashed without additional information. (Exit code: 6)"}}\n\n',
    { code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "The model has crashed" },
  ),
  events("an error event that is not JSON", "event: error\ndata: the model\ndata: went away\n\n", {
    ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "the model went away" },
  }),
];

const LLAMA_CPP: readonly ProviderError[] = [
  json(
    "llama.cpp, loading",
    [503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }],
    {
      ...{ code: "MODEL_UNAVAILABLE", retry: "after_backoff", says: "Loading model" },
    },
  ),
  ...[400, 500].map((status) =>
    json(
      `llama.cpp, context (${status})`,
      [
        status,
        {
          error: {
            code: status,
            message: "the request exceeds the available context size. try increasing the context size",
            ...{ type: "exceed_context_size_error", n_prompt_tokens: 1407, n_ctx: 256 },
          },
        },
      ],
      { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "exceeds the available context size" },
    ),
  ),
  json(
    "llama.cpp, context in a 200",
    [
      200,
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size. try increasing the context size",
          type: "exceed_context_size_error",
        },
      },
    ],
    { code: "CONTEXT_TOO_LONG", retry: "context_too_long", says: "exceeds the available context size" },
  ),
  json(
    "llama.cpp, no tools",
    [500, { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } }],
    { code: "MODEL_REQUEST_INVALID", retry: "as_text", says: "tools param requires --jinja flag" },
  ),
  json(
    "llama.cpp, key",
    [401, { error: { code: 401, message: "Invalid API Key", type: "authentication_error" } }],
    {
      ...{ code: "MODEL_REFUSED_KEY", retry: "no", says: "Invalid API Key" },
    },
  ),
  json(
    "llama.cpp, path",
    [404, { error: { code: 404, message: "File Not Found", type: "not_found_error" } }],
    {
      ...{ code: "MODEL_NOT_FOUND", retry: "no", says: "File Not Found", fix: "usually ends in /v1" },
    },
  ),
];

/** The errors of servers on a person's own machine. */
export const LOCAL_ERRORS: readonly ProviderError[] = [...OLLAMA, ...VLLM, ...LM_STUDIO, ...LLAMA_CPP];
