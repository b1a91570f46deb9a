import type { CataloguePart } from '@skep/vocabulary';
import type { Generated } from 'kysely';

export interface LiveTables {
  catalogue_changes: CatalogueChangesTable;
}

interface CatalogueChangesTable {
  id: Generated<number>;
  xid: string;
  team_id: number;
  what: CataloguePart;
  user_id: number | null;
  created_at: Date;
}
