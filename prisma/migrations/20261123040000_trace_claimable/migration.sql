-- Workers look for work every two seconds, and almost every run in the table is at its end.
CREATE INDEX "trace_claimable" ON "trace" ("created_at", "id") WHERE "status" IN ('queued', 'running', 'waiting');
