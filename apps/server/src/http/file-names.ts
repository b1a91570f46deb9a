const longestFileName = 255;

/** What is left of a path, of whichever system, when its folders are cut off. */
export function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Whether a path ends in the name of a file: not in a folder, of 1 to 255 characters, not only white space. */
export function namesFile(path: string): boolean {
  const name = withoutFolders(path);
  return /\S/.test(name) && name !== '.' && name !== '..' && [...name].length <= longestFileName;
}
