-- Entries are told apart by a key of their name, which the program computes: before it saves an entry, those of its workspace get theirs.
ALTER TABLE "memory" ADD COLUMN "name_key" TEXT;

DROP INDEX "memory_names";
DROP INDEX "memory_cased_names";
