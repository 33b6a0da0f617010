-- CreateTable
CREATE TABLE "trace_facts" (
    "trace_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "person_id" TEXT NOT NULL,
    "conversation_id" TEXT,
    "status" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "tools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "errors" INTEGER NOT NULL DEFAULT 0,
    "loops" INTEGER NOT NULL DEFAULT 0,
    "model_calls" INTEGER NOT NULL DEFAULT 0,
    "tool_calls" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "cached_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost" DOUBLE PRECISION,
    "duration_ms" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "trace_facts_pkey" PRIMARY KEY ("trace_id")
);
-- Every append rewrites the row of its trace: room on the page keeps the indexes out of it.
ALTER TABLE "trace_facts" SET (fillfactor = 70);

-- CreateTable
CREATE TABLE "message_search" (
    "trace_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "message_search_pkey" PRIMARY KEY ("trace_id","sequence")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "trace_tag" (
    "trace_id" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trace_tag_pkey" PRIMARY KEY ("trace_id","tag")
);

-- CreateTable
CREATE TABLE "trace_rating" (
    "trace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trace_rating_pkey" PRIMARY KEY ("trace_id","person_id")
);

-- CreateTable
CREATE TABLE "trace_comment" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "sequence" INTEGER,
    "goal_id" TEXT,
    "person_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "mentions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "trace_comment_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "share_link" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "include_content" BOOLEAN NOT NULL,
    "person_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "share_link_pkey" PRIMARY KEY ("workspace_id","id")
);

-- What is there already. Texts with characters that PostgreSQL cannot hold are left out of the search, not out of the log.
CREATE FUNCTION pg_temp.field(body text, name text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN body::json #>> string_to_array(name, '.');
EXCEPTION WHEN others THEN
  RETURN '';
END $$;

INSERT INTO "trace_facts" (trace_id, workspace_id, created_at, person_id, conversation_id, status, agent, model, tools, errors, loops,
  model_calls, tool_calls, input_tokens, output_tokens, cached_tokens, cost, duration_ms, started_at, ended_at)
SELECT t.id, t.workspace_id, t.created_at, t.person_id, t.conversation_id, t.status,
  coalesce(pg_temp.field(t.header, 'agent.name'), ''), coalesce(pg_temp.field(t.header, 'models.0'), ''),
  coalesce(used.tools, '{}'), (p.totals ->> 'errors')::int, coalesce(used.loops, 0),
  (p.totals ->> 'modelCalls')::int, (p.totals ->> 'toolCalls')::int, (p.totals ->> 'inputTokens')::bigint,
  (p.totals ->> 'outputTokens')::bigint, (p.totals ->> 'cachedTokens')::bigint, (p.totals ->> 'cost')::float8,
  (p.totals ->> 'durationMs')::float8::bigint,
  to_timestamp((t.projection::json ->> 'startedAt')::float8 / 1000), to_timestamp((t.projection::json ->> 'endedAt')::float8 / 1000)
FROM "trace" t
CROSS JOIN LATERAL (SELECT t.projection::json -> 'totals' AS totals) p
LEFT JOIN (
  SELECT trace_id, array_agg(DISTINCT left(pg_temp.field(body, 'toolName'), 100)) FILTER (WHERE type = 'tool') AS tools,
    count(*) FILTER (WHERE type = 'loop.detected' AND pg_temp.field(body, 'data.action') <> 'polling')::int AS loops
  FROM "entry" WHERE type IN ('tool', 'loop.detected') GROUP BY trace_id
) used ON used.trace_id = t.id;

INSERT INTO "trace_tag" (trace_id, tag, workspace_id, created_at)
SELECT DISTINCT t.id, tag, t.workspace_id, t.created_at
FROM "trace" t CROSS JOIN LATERAL json_array_elements_text(t.header::json -> 'tags') tag;

INSERT INTO "message_search" (trace_id, sequence, workspace_id, words)
SELECT trace_id, sequence, workspace_id, to_tsvector('simple', regexp_replace(
    regexp_replace(lower(left(words, 6000)), '[\x01-\x2f\x3a-\x60\x7b-\x7f]+', ' ', 'g'),
    '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af])', ' \1 ', 'g'))
FROM (
  SELECT trace_id, sequence, workspace_id, CASE type
    WHEN 'user' THEN pg_temp.field(body, 'parts')
    WHEN 'assistant' THEN concat_ws(' ', pg_temp.field(body, 'text'), left(pg_temp.field(body, 'toolCalls'), 3000))
    ELSE concat_ws(' ', pg_temp.field(body, 'toolName'), pg_temp.field(body, 'title'), left(pg_temp.field(body, 'output'), 4000)) END AS words
  FROM "entry" WHERE kind = 'message'
) messages;

-- CreateIndex
CREATE INDEX "trace_facts_list" ON "trace_facts"("workspace_id", "created_at" DESC, "trace_id" DESC);

-- CreateIndex
CREATE INDEX "trace_facts_conversation" ON "trace_facts"("conversation_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "message_search_words" ON "message_search" USING GIN ("words") WITH (gin_pending_list_limit = 1024);

-- CreateIndex
CREATE INDEX "trace_tag_workspace_id_tag_idx" ON "trace_tag"("workspace_id", "tag");

-- CreateIndex
CREATE INDEX "trace_comment_trace_id_created_at_idx" ON "trace_comment"("trace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "share_link_token_hash_key" ON "share_link"("token_hash");

-- CreateIndex
CREATE INDEX "share_link_trace_id_idx" ON "share_link"("trace_id");
