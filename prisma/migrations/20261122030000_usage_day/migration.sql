-- AlterTable
ALTER TABLE "trace_facts" ADD COLUMN     "counted" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "usage_span" (
    "workspace_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,
    "completed" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "ended" INTEGER NOT NULL,
    "unpriced" INTEGER NOT NULL,
    "cost" DOUBLE PRECISION NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,

    CONSTRAINT "usage_span_pkey" PRIMARY KEY ("workspace_id","kind","at","key")
);

-- CreateTable
CREATE TABLE "usage_latency" (
    "workspace_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "usage_latency_pkey" PRIMARY KEY ("workspace_id","kind","at","key","step")
);

-- Runs whose figures are in no span yet: few, and all that reading usage takes from the facts.
CREATE INDEX "trace_facts_uncounted" ON "trace_facts" ("workspace_id", "created_at") WHERE NOT "counted";

-- Where a run is counted: its half hour for the days of any time zone, its day (UTC) under its agent, model and person.
CREATE FUNCTION usage_places(created_at timestamptz, agent text, model text, person_id text)
RETURNS TABLE (kind text, key text, at timestamptz) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT places.kind, places.key, CASE places.kind WHEN 'all' THEN to_timestamp(floor(extract(epoch FROM $1) / 1800) * 1800)
      ELSE to_timestamp(floor(extract(epoch FROM $1) / 86400) * 86400) END
  FROM (VALUES ('all', ''), ('agent', $2), ('model', $3), ('person', $4)) AS places (kind, key)
$$;

-- Eight steps double a time: within a step, times differ by nine per cent.
CREATE FUNCTION usage_latency_step(duration_ms bigint) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(ln(greatest($1, 1)::float8) * 8 / ln(2::float8))::int
$$;

-- A counted run that changes, is removed or deleted is taken out of its spans; what is left of it counts from its facts again.
CREATE FUNCTION usage_uncount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage_span s SET runs = s.runs - 1,
    completed = s.completed - (old.status = 'completed')::int, failed = s.failed - (old.status = 'failed')::int, ended = s.ended - 1,
    unpriced = s.unpriced - (old.cost IS NULL)::int, cost = s.cost - coalesce(old.cost, 0),
    input_tokens = s.input_tokens - old.input_tokens, output_tokens = s.output_tokens - old.output_tokens,
    cached_tokens = s.cached_tokens - old.cached_tokens
  FROM usage_places(old.created_at, old.agent, old.model, old.person_id) p
  WHERE s.workspace_id = old.workspace_id AND s.kind = p.kind AND s.key = p.key AND s.at = p.at;
  UPDATE usage_latency l SET runs = l.runs - 1
  FROM usage_places(old.created_at, old.agent, old.model, old.person_id) p
  WHERE l.workspace_id = old.workspace_id AND l.kind = p.kind AND l.key = p.key AND l.at = p.at
    AND l.step = usage_latency_step(old.duration_ms);
  IF TG_OP = 'DELETE' THEN
    RETURN old;
  END IF;
  new.counted := false;
  RETURN new;
END $$;

CREATE TRIGGER trace_facts_change_uncounts BEFORE UPDATE ON "trace_facts" FOR EACH ROW
WHEN (old.counted AND (old.status, old.cost, old.input_tokens, old.output_tokens, old.cached_tokens, old.duration_ms, old.ended_at, old.removed_at, old.created_at, old.agent, old.model, old.person_id)
  IS DISTINCT FROM (new.status, new.cost, new.input_tokens, new.output_tokens, new.cached_tokens, new.duration_ms, new.ended_at, new.removed_at, new.created_at, new.agent, new.model, new.person_id))
EXECUTE FUNCTION usage_uncount();

CREATE TRIGGER trace_facts_delete_uncounts BEFORE DELETE ON "trace_facts" FOR EACH ROW
WHEN (old.counted) EXECUTE FUNCTION usage_uncount();

-- Counts runs that have ended, the oldest first, and says how many. Whoever asks at the same time counts others.
CREATE FUNCTION usage_count(workspace text, settled_before timestamptz, most int) RETURNS int LANGUAGE plpgsql AS $$
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
    SELECT workspace_id, kind, at, key, count(*), count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'failed'),
      count(*), count(*) FILTER (WHERE cost IS NULL), coalesce(sum(cost), 0), sum(input_tokens), sum(output_tokens), sum(cached_tokens)
    FROM placed GROUP BY workspace_id, kind, at, key ORDER BY workspace_id, kind, at, key
    ON CONFLICT (workspace_id, kind, at, key) DO UPDATE SET runs = s.runs + excluded.runs, completed = s.completed + excluded.completed,
      failed = s.failed + excluded.failed, ended = s.ended + excluded.ended, unpriced = s.unpriced + excluded.unpriced,
      cost = s.cost + excluded.cost, input_tokens = s.input_tokens + excluded.input_tokens,
      output_tokens = s.output_tokens + excluded.output_tokens, cached_tokens = s.cached_tokens + excluded.cached_tokens
  ), latencies AS (
    INSERT INTO usage_latency AS l
    SELECT workspace_id, kind, at, key, usage_latency_step(duration_ms) AS step, count(*)
    FROM placed GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (workspace_id, kind, at, key, step) DO UPDATE SET runs = l.runs + excluded.runs
  )
  SELECT count(*) INTO counted_runs FROM settled;
  RETURN counted_runs;
END $$;

-- What is there already.
SELECT usage_count(id, now() - interval '10 minutes', 2147483647) FROM "workspace";
