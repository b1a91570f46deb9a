import { describe, it } from 'vitest';
import { hasCeph, startCeph } from '../../../test/ceph.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { uploadsTo } from '../../../test/s3-uploads.ts';

const title = "with Ceph's RADOS Gateway, an upload";

if (hasCeph) {
  const store = await startCeph();
  const node = await startNode(await createDatabase(), store.settings);
  describe(title, () => uploadsTo(store, node));
} else {
  it.skip(
    `${title} is tried when it is there (apt-get install --no-install-recommends radosgw ceph-mon ceph-osd)`,
  );
}
