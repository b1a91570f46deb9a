export interface SenderTables {
  sender_changes: SenderChangesTable;
}

interface SenderChangesTable {
  project_id: number;
  changed_in: string;
  rules_changed_in: string | null;
  changed_at: Date;
}
