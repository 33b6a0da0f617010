-- Entries are told apart by a key of their name, which the program computes.
ALTER TABLE "memory" ADD COLUMN "name_key" TEXT;

-- Names of which SQL knows the key too: ASCII and common Chinese. The first entry saved in a workspace gets the others theirs.
UPDATE "memory" SET "name_key" = lower(btrim("name") COLLATE "C")
  WHERE "name" ~ '^[ -~\u3001\u3002\u300A-\u300F\u4E00-\u9FFF]*$' AND "name" !~ '  ';

DROP INDEX "memory_names";
DROP INDEX "memory_cased_names";
CREATE INDEX "memory_names" ON "memory"("workspace_id", "name_key");
