import { constants, existsSync } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { sizeText } from '../disk.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const gigabyte = 1024 ** 3
const freeBytes = { few: gigabyte, none: 0.1 * gigabyte }
const freeInodes = { few: 20_000, none: 1000 }
const oldSeconds = 600

export async function checkMachine({ DATA_DIR, LEDGER_SPOOL_DIR }: Config): Promise<Finding[]> {
  const folder = existingParent(DATA_DIR)
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  return [
    isWritable
      ? ok('data folder', `${DATA_DIR} is writable`)
      : problem(
          'data folder',
          `${folder} is not writable`,
          'Give it to the user that runs the server, or set DATA_DIR.',
        ),
    ...(await checkDisk(folder)),
    await checkSpool(LEDGER_SPOOL_DIR),
  ]
}

function existingParent(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingParent(dirname(folder))
}

async function checkDisk(folder: string): Promise<Finding[]> {
  const { bavail, bsize, ffree, files } = await statfs(folder)
  const free = bavail * bsize
  const found = `${sizeText(free)} free at ${folder}`
  const advice = 'Make room: without it nothing can be charged, and calls are refused.'
  const space =
    free < freeBytes.none
      ? problem('disk', found, advice)
      : free < freeBytes.few
        ? warning('disk', found, advice)
        : ok('disk', found)
  if (files === 0) return [space] // some file systems have no fixed number
  const inodes = `${ffree} more files can be made`
  if (ffree < freeInodes.none) return [space, problem('inodes', inodes, 'Delete files that are not needed.')]
  return [
    space,
    ffree < freeInodes.few ? warning('inodes', inodes, 'Delete files that are not needed.') : ok('inodes', inodes),
  ]
}

/** Charges wait here while the database is away, and are replayed within seconds after it is back. */
async function checkSpool(folder: string): Promise<Finding> {
  if (!existsSync(folder)) return ok('spool', 'no charges wait')
  const names = await readdir(folder)
  if (names.some((name) => name.endsWith('.rejected')))
    return problem(
      'spool',
      `charges in ${folder} could not be applied`,
      'Read the .rejected files, and correct balances by hand.',
    )
  const times = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ),
    ),
  )
  const old = times.filter((time) => time < Date.now() - oldSeconds * 1000).length
  if (old > 0)
    return warning(
      'spool',
      `${old} files with charges in ${folder} are older than ten minutes`,
      'Start a server with this folder: it applies them.',
    )
  return ok('spool', names.length === 0 ? 'no charges wait' : `${names.length} files with charges wait`)
}
