import { globSync } from 'node:fs';
import { join } from 'node:path';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const write = (nth: number): string =>
  nth < letters.length
    ? letters.charAt(nth)
    : write(Math.floor(nth / letters.length) - 1) + letters.charAt(nth % letters.length);

/**
 * Names for the classes of CSS modules: one for the file and one for the class in it, as short as can be, because each is sent
 * twice, and hashes do not compress. They follow from the names of the files and the order in each of them, so that the same
 * sources make the same build.
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const files = globSync('src/**/*.module.css', { cwd: root }).sort();
  const classes = new Map<string, string[]>();
  return (name, file) => {
    const nth = files.findIndex((each) => file.split('?')[0] === join(root, each));
    const known = classes.get(file) ?? [];
    classes.set(file, known);
    if (!known.includes(name)) known.push(name);
    return `${write(nth)}-${write(known.indexOf(name))}`;
  };
}
