import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest processing time first: test files that start processes run first, then large files, so that all cores stay busy. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({
      file,
      size: statSync(file.moduleId).size,
      project: file.project.name,
    }));
    return ranked
      .sort(
        (a, b) => rank(a.project) - rank(b.project) || a.project.localeCompare(b.project) || b.size - a.size,
      )
      .map(({ file }) => file);
  }
}

const rank = (project: string) => (project === 'processes' ? 0 : 1);
