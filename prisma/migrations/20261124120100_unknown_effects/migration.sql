-- A worker of the version before would start a call again whose effect people are asked about.
DROP TRIGGER trace_claim_version ON "trace";
CREATE TRIGGER trace_claim_version BEFORE UPDATE OF "fence" ON "trace" FOR EACH ROW
WHEN (coalesce(current_setting('goaltrace.version', true), '') <> '4') EXECUTE FUNCTION refuse_older_change();
