-- Entries are told apart by a key of their name, which the program computes: before it saves an entry, those of its workspace get theirs.
ALTER TABLE "memory" ADD COLUMN "name_key" TEXT;

DROP INDEX "memory_names";
DROP INDEX "memory_cased_names";
-- All keys are null, so it is small and built in one pass.
CREATE INDEX "memory_names" ON "memory"("workspace_id", "name_key");
