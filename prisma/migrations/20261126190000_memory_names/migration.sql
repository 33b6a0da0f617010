-- Entries are told apart by their names, whatever their case.
CREATE INDEX "memory_names" ON "memory"("workspace_id", lower(btrim("name")));

-- Names with letters of other alphabets, whose case not every locale knows: the program compares them.
CREATE INDEX "memory_cased_names" ON "memory"("workspace_id")
  WHERE "name" ~ '[\u00C0-\u058F\u10A0-\u10FF\u1E00-\u1FFF\u2C00-\u2D2F\uA640-\uA7FF\uFF21-\uFF5A]';
