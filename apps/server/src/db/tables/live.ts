import type { CataloguePart } from '@skep/vocabulary';

export interface LiveTables {
  catalogue_changes: CatalogueChangesTable;
}

interface CatalogueChangesTable {
  xid: string;
  team_id: number;
  what: CataloguePart;
  user_id: number | null;
  created_at: Date;
}
