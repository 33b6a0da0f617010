-- Deletions of earlier versions left the permission rules of their conversations.
DELETE FROM "permission_rule" r USING "conversation_deletion" d
WHERE r."layer" = 'conversation' AND r."workspace_id" = d."workspace_id" AND r."target" = d."id" AND d."finished_at" IS NOT NULL;
