import { open } from 'node:fs/promises'

/** Resolves when the file's content is on the disk. */
export async function flushFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}
