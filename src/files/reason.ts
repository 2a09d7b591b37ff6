/** The code of a system error such as ENOENT; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const REASONS: Readonly<Record<string, string | undefined>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file grew too large for the disk',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'there is a file of that name',
  EISDIR: 'it is a folder',
  ENOTFILE: 'it is no ordinary file',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the disk does not answer',
};

/** What a system error means, in words; `missing` is what it means that nothing is there. */
export function reasonOf(error: unknown, missing = 'there is no such folder'): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return missing;
  return (code === undefined ? undefined : REASONS[code]) ?? code ?? String(error);
}
