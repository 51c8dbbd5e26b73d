import { existsSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from './refusal.ts'

/** Resolves when the file's content is on the disk. */
export async function flushFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

const spareBytes = 32 * 1024 * 1024

/** Refuses work that would fill the disk of this folder, which need not exist yet. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free < bytes + spareBytes)
    throw new Refusal(`The disk of ${folder} has ${sizeText(free)} free; ${sizeText(bytes + spareBytes)} are needed.`)
}

async function freeBytes(folder: string): Promise<number> {
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  const { bavail, bsize } = await statfs(existing)
  return bavail * bsize
}

export const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
