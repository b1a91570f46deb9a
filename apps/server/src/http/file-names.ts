const longestFileName = 255;

/** The last part of a path, of Windows or any other system. */
export function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Whether a path ends in a file name of 1 to 255 characters, which is neither a folder nor only white space. */
export function namesFile(path: string): boolean {
  const name = withoutFolders(path);
  return /\S/.test(name) && name !== '.' && name !== '..' && [...name].length <= longestFileName;
}
