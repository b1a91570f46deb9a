import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Orders test files by the rule "longest processing time first": files that start processes take longest and so begin first,
 * and what is left for the end is short and keeps every core busy. Within a project, large files begin first.
 */
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
