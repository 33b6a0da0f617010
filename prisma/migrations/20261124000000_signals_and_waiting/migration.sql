-- All at once, in the order in which statements take them: who still writes is waited for, and nobody comes in between.
LOCK TABLE "conversation", "trace", "trace_facts", "entry", "message_search", "trace_tag", "trace_comment", "signal", "live_partial"
  IN ACCESS EXCLUSIVE MODE;

-- Workers of the version before hold no run while its tables change under them: another one takes over and goes on.
UPDATE "trace" SET "lease_owner" = NULL, "lease_until" = NULL WHERE "status" IN ('queued', 'running', 'waiting') AND "lease_until" IS NOT NULL;

-- AlterTable
ALTER TABLE "trace" ADD COLUMN     "waiting_for" TEXT,
ADD COLUMN     "wake_at" TIMESTAMPTZ(3);

-- A run that waits for its folder may go on at any time: which worker has the folder decides.
UPDATE "trace" SET "waiting_for" = w.waiting_for, "wake_at" = CASE WHEN w.waiting_for = 'folder' THEN to_timestamp(0) END
FROM (SELECT "id", "projection"::json ->> 'waitingFor' AS waiting_for FROM "trace" WHERE "status" = 'waiting') w
WHERE "trace"."id" = w."id";

-- Claims look at three small sets: what could run at once, what waits until a time, and what somebody has answered (run_signal_waking).
DROP INDEX "trace_claimable";
CREATE INDEX "trace_ready" ON "trace" ("created_at", "id") WHERE "status" IN ('queued', 'running');
CREATE INDEX "trace_due" ON "trace" ("wake_at") WHERE "status" = 'waiting' AND "wake_at" IS NOT NULL;

-- CreateTable
CREATE TABLE "run_signal" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "person_id" TEXT,
    "at" BIGINT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_signal_pkey" PRIMARY KEY ("workspace_id","trace_id","id")
);
CREATE INDEX "run_signal_pending" ON "run_signal" ("workspace_id", "trace_id", "position") WHERE "taken_at" IS NULL;
CREATE INDEX "run_signal_waking" ON "run_signal" ("kind", "trace_id") WHERE "taken_at" IS NULL;

-- Taken ones come along: their ids keep the same request from being made twice. A pin without a text never did anything.
INSERT INTO "run_signal" ("workspace_id", "trace_id", "id", "kind", "payload", "person_id", "at", "taken_at")
SELECT "workspace_id", "trace_id", "id", "kind", jsonb_build_object(CASE "kind" WHEN 'compact' THEN 'focus' WHEN 'pin' THEN 'text' ELSE 'reason' END, "reason"),
  "person_id", "at", "taken_at"
FROM "signal" WHERE NOT ("kind" = 'pin' AND "reason" IS NULL) ORDER BY "position";

-- A worker of the version before takes every signal it does not know for a cancellation, so it must get none. The name that all of its
-- statements use now stands for a refusal. It is immutable, so that PostgreSQL refuses when it plans a statement, whether or not there are rows.
DROP TABLE "signal";

CREATE FUNCTION refuse_older_version() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RAISE EXCEPTION 'This database was migrated by a newer version of Goaltrace. Stop this worker and start the new version.';
END $$;

CREATE FUNCTION refuse_older_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_older_version();
  RETURN NULL;
END $$;

CREATE VIEW "signal" AS
SELECT ''::text AS "id", ''::text AS "workspace_id", ''::text AS "trace_id", ''::text AS "kind", ''::text AS "person_id", ''::text AS "reason",
  0::bigint AS "at", 0::bigint AS "position", NULL::timestamptz AS "taken_at"
WHERE refuse_older_version();

CREATE TRIGGER signal_refuses INSTEAD OF INSERT OR UPDATE OR DELETE ON "signal" FOR EACH ROW EXECUTE FUNCTION refuse_older_change();

-- A claim that names no folders can be planned without a look at signals. Only claims raise the fence, and those of this version name it.
CREATE TRIGGER trace_claim_version BEFORE UPDATE OF "fence" ON "trace" FOR EACH ROW
WHEN (coalesce(current_setting('goaltrace.version', true), '') <> '2') EXECUTE FUNCTION refuse_older_change();

-- Of a child: the root of its run. Null for a root, so that no row has to be written again.
ALTER TABLE "trace_facts" ADD COLUMN     "root_id" TEXT;
UPDATE "trace_facts" f SET "root_id" = t."root_id" FROM "trace" t WHERE t."id" = f."trace_id" AND t."root_id" <> t."id";

-- Children are part of their root's run: what they cost counts, they do not. Otherwise both functions are what they were.
CREATE OR REPLACE FUNCTION usage_uncount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage_span s SET runs = s.runs - (old.root_id IS NULL)::int,
    completed = s.completed - (old.root_id IS NULL AND old.status = 'completed')::int,
    failed = s.failed - (old.root_id IS NULL AND old.status = 'failed')::int, ended = s.ended - (old.root_id IS NULL)::int,
    unpriced = s.unpriced - (old.root_id IS NULL AND old.cost IS NULL)::int, cost = s.cost - coalesce(old.cost, 0),
    input_tokens = s.input_tokens - old.input_tokens, output_tokens = s.output_tokens - old.output_tokens,
    cached_tokens = s.cached_tokens - old.cached_tokens
  FROM usage_places(old.created_at, old.agent, old.model, old.person_id) p
  WHERE s.workspace_id = old.workspace_id AND s.kind = p.kind AND s.key = p.key AND s.at = p.at;
  UPDATE usage_latency l SET runs = l.runs - (old.root_id IS NULL)::int
  FROM usage_places(old.created_at, old.agent, old.model, old.person_id) p
  WHERE l.workspace_id = old.workspace_id AND l.kind = p.kind AND l.key = p.key AND l.at = p.at
    AND l.step = usage_latency_step(old.duration_ms);
  IF TG_OP = 'DELETE' THEN
    RETURN old;
  END IF;
  new.counted := false;
  RETURN new;
END $$;

CREATE OR REPLACE FUNCTION usage_count(workspace text, settled_before timestamptz, most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  counted_runs int;
BEGIN
  WITH settled AS (
    UPDATE trace_facts SET counted = true WHERE trace_id IN (
      SELECT f.trace_id FROM trace_facts f
      WHERE f.workspace_id = workspace AND NOT f.counted AND f.ended_at < settled_before AND f.removed_at IS NULL
        AND f.status IN ('completed', 'failed', 'cancelled', 'interrupted')
      ORDER BY f.created_at LIMIT most FOR UPDATE SKIP LOCKED
    ) RETURNING *
  ), placed AS MATERIALIZED (
    SELECT f.*, p.kind, p.key, p.at
    FROM settled f CROSS JOIN LATERAL usage_places(f.created_at, f.agent, f.model, f.person_id) p
  ), spans AS (
    INSERT INTO usage_span AS s
    SELECT workspace_id, kind, at, key, count(*) FILTER (WHERE root_id IS NULL),
      count(*) FILTER (WHERE root_id IS NULL AND status = 'completed'), count(*) FILTER (WHERE root_id IS NULL AND status = 'failed'),
      count(*) FILTER (WHERE root_id IS NULL), count(*) FILTER (WHERE root_id IS NULL AND cost IS NULL), coalesce(sum(cost), 0), sum(input_tokens), sum(output_tokens), sum(cached_tokens)
    FROM placed GROUP BY workspace_id, kind, at, key ORDER BY workspace_id, kind, at, key
    ON CONFLICT (workspace_id, kind, at, key) DO UPDATE SET runs = s.runs + excluded.runs, completed = s.completed + excluded.completed,
      failed = s.failed + excluded.failed, ended = s.ended + excluded.ended, unpriced = s.unpriced + excluded.unpriced,
      cost = s.cost + excluded.cost, input_tokens = s.input_tokens + excluded.input_tokens,
      output_tokens = s.output_tokens + excluded.output_tokens, cached_tokens = s.cached_tokens + excluded.cached_tokens
  ), latencies AS (
    INSERT INTO usage_latency AS l
    SELECT workspace_id, kind, at, key, usage_latency_step(duration_ms) AS step, count(*)
    FROM placed WHERE root_id IS NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (workspace_id, kind, at, key, step) DO UPDATE SET runs = l.runs + excluded.runs
  )
  SELECT count(*) INTO counted_runs FROM settled;
  RETURN counted_runs;
END $$;

-- The trace that the next turn continues.
ALTER TABLE "conversation" ADD COLUMN     "head_trace_id" TEXT;
UPDATE "conversation" c SET "head_trace_id" = (
  SELECT t."id" FROM "trace" t WHERE t."workspace_id" = c."workspace_id" AND t."conversation_id" = c."id" AND t."id" = t."root_id"
  ORDER BY t."created_at" DESC, t."id" DESC LIMIT 1
);
-- Kept by the database, because a web of the version before may still start turns.
CREATE FUNCTION conversation_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversation SET head_trace_id = NEW.id WHERE workspace_id = NEW.workspace_id AND id = NEW.conversation_id;
  RETURN NULL;
END $$;
CREATE TRIGGER conversation_head AFTER INSERT ON "trace" FOR EACH ROW
  WHEN (NEW."conversation_id" IS NOT NULL AND NEW."id" = NEW."root_id") EXECUTE FUNCTION conversation_head();

-- One row a running call. What is there is of calls that are cut off with the leases above.
DROP TABLE "live_partial";
CREATE UNLOGGED TABLE "live_partial" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "text_offset" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "reasoning" TEXT NOT NULL,

    CONSTRAINT "live_partial_pkey" PRIMARY KEY ("workspace_id","trace_id","call_id")
);

-- Whose own entry number `wanted` of a trace's log is: the trace's, or that of a trace it continues or forks.
CREATE FUNCTION entry_owner(workspace text, trace text, wanted int) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE way AS (
    SELECT t.id, t.origin_trace_id, t.origin_sequence FROM trace t WHERE t.workspace_id = $1 AND t.id = $2
    UNION ALL
    SELECT t.id, t.origin_trace_id, t.origin_sequence FROM way JOIN trace t ON t.workspace_id = $1 AND t.id = way.origin_trace_id
    WHERE way.origin_sequence >= $3
  )
  SELECT id FROM way WHERE origin_sequence IS NULL OR origin_sequence < $3 LIMIT 1
$$;

-- A comment names the entry it is about by the trace that owns it; `trace_id` stays the trace on whose page it was written.
ALTER TABLE "trace_comment" ADD COLUMN     "entry_trace_id" TEXT;
UPDATE "trace_comment" SET "entry_trace_id" = coalesce(entry_owner("workspace_id", "trace_id", "sequence"), "trace_id") WHERE "sequence" IS NOT NULL;
CREATE INDEX "trace_comment_entry" ON "trace_comment"("workspace_id", "entry_trace_id", "sequence");

-- CreateTable
CREATE TABLE "agent" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("workspace_id","id")
);
CREATE UNIQUE INDEX "agent_workspace_id_name_key" ON "agent"("workspace_id", "name");

-- The workspace leads every key. Workers know a trace by its id alone, so that stays unique.
ALTER TABLE "trace" DROP CONSTRAINT "trace_pkey";
ALTER TABLE "trace" ADD CONSTRAINT "trace_pkey" PRIMARY KEY USING INDEX "trace_workspace_id_id_key";
CREATE UNIQUE INDEX "trace_id_key" ON "trace"("id");
ALTER TABLE "entry" DROP CONSTRAINT "entry_pkey",
ADD CONSTRAINT "entry_pkey" PRIMARY KEY ("workspace_id", "trace_id", "sequence");
ALTER TABLE "message_search" DROP CONSTRAINT "message_search_pkey",
ADD CONSTRAINT "message_search_pkey" PRIMARY KEY ("workspace_id", "trace_id", "sequence");
ALTER TABLE "trace_tag" DROP CONSTRAINT "trace_tag_pkey",
ADD CONSTRAINT "trace_tag_pkey" PRIMARY KEY ("workspace_id", "trace_id", "tag");
