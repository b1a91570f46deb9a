import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { BugFilter } from '../../store/types.ts';
import { exportBugs } from './export.ts';

export function ExportButton({ filter }: { filter: BugFilter }) {
  return (
    <Button kind="quiet" aria-label="Export as CSV" title="Export as CSV" onClick={() => exportBugs(filter)}>
      <Icon name="download" />
    </Button>
  );
}
