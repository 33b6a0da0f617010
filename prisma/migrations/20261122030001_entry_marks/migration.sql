-- Entries with words or changes of their own that are no messages: few in any log, found without reading it.
CREATE INDEX "entry_marks" ON "entry" ("trace_id", "sequence") WHERE "type" IN ('goals.changed', 'call.failed', 'trace.finished', 'file.changed');
