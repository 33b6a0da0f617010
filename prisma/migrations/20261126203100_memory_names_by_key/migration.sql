-- In a transaction of its own, so that entries can be read meanwhile: a new column locks them for readers.
CREATE INDEX "memory_names" ON "memory"("workspace_id", "name_key");
