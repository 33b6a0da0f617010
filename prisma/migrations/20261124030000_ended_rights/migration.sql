-- Open streams check their rights again when the database says that a right may have ended, whoever changed it. A workspace for
-- memberships, keys and conversations; null for sessions, which belong to no workspace.
CREATE FUNCTION access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('goaltrace_live', json_build_object('access', OLD.workspace_id)::text);
  RETURN NULL;
END $$;

CREATE FUNCTION session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('goaltrace_live', '{"access":null}');
  RETURN NULL;
END $$;

CREATE TRIGGER member_access AFTER UPDATE OF "role" ON "member" FOR EACH ROW
  WHEN (OLD."role" IS DISTINCT FROM NEW."role") EXECUTE FUNCTION access_changed();
CREATE TRIGGER member_end_access AFTER DELETE ON "member" FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE TRIGGER api_key_access AFTER UPDATE OF "revoked_at", "scopes" ON "api_key" FOR EACH ROW
  WHEN ((OLD."revoked_at", OLD."scopes") IS DISTINCT FROM (NEW."revoked_at", NEW."scopes")) EXECUTE FUNCTION access_changed();
CREATE TRIGGER api_key_end_access AFTER DELETE ON "api_key" FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE TRIGGER conversation_access AFTER UPDATE OF "shared", "person_id" ON "conversation" FOR EACH ROW
  WHEN ((OLD."shared", OLD."person_id") IS DISTINCT FROM (NEW."shared", NEW."person_id")) EXECUTE FUNCTION access_changed();
CREATE TRIGGER conversation_end_access AFTER DELETE ON "conversation" FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE TRIGGER session_access AFTER UPDATE OF "expires_at" ON "session" FOR EACH ROW
  WHEN (NEW."expires_at" < OLD."expires_at") EXECUTE FUNCTION session_changed();
CREATE TRIGGER session_end_access AFTER DELETE ON "session" FOR EACH ROW EXECUTE FUNCTION session_changed();

-- A public link ends for good with its creator's right to share, also one that ended before this version.
UPDATE "share_link" s SET "revoked_at" = now() WHERE s."revoked_at" IS NULL AND NOT EXISTS (
  SELECT FROM "member" m WHERE m."workspace_id" = s."workspace_id" AND m."user_id" = s."person_id" AND m."role" <> 'viewer');

-- CreateIndex
CREATE INDEX "sign_in_attempt_oldest" ON "sign_in_attempt"("window_start");

-- A request that was allowed just before its person lost the right may store its run just after. A person without an account is the
-- command line's.
CREATE FUNCTION cancel_orphaned_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "user" u WHERE u.id = NEW.person_id) AND NOT EXISTS (
    SELECT FROM member m WHERE m.workspace_id = NEW.workspace_id AND m.user_id = NEW.person_id AND m.role <> 'viewer') THEN
    INSERT INTO run_signal (workspace_id, trace_id, id, kind, payload, person_id, at)
    VALUES (NEW.workspace_id, NEW.id, 'cancel:' || NEW.id, 'cancel',
      '{"reason":"Its person may no longer run agents in this workspace."}', NULL, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER trace_orphaned AFTER INSERT ON "trace" FOR EACH ROW
  WHEN (NEW."id" = NEW."root_id" AND NEW."status" = 'queued') EXECUTE FUNCTION cancel_orphaned_run();
