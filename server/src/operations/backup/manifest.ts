import { hash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'

export const manifestFile = 'manifest.json'
export const keyFile = 'secret-key.sealed'
export const databaseFile = { main: 'main.db.zst', log: 'log.db.zst' } as const

const whole = z.string().regex(/^-?\d+$/)
const tableDigest = z.object({ rows: z.int(), digest: z.string(), sums: z.record(z.string(), whole) })
const database = z.object({
  /** The kind of the original; the copy is always SQLite. */
  kind: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.object({ scope: z.string(), version: z.int(), name: z.string(), checksum: z.string() })),
  bytes: z.int(),
  tables: z.record(z.string(), tableDigest),
})
const manifest = z.object({
  format: z.literal(1),
  program: z.string(),
  made_at: z.int(),
  balances: z.object({ users: z.int(), quota: whole, held: whole, used_quota: whole, entries: z.int() }),
  ledger: z.object({ clean: z.boolean(), drifts: z.int() }),
  databases: z.object({ main: database, log: database.optional() }),
  files: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>
export type DatabaseRecord = z.infer<typeof database>

const checksumOf = (content: object) => hash('sha256', JSON.stringify(content))

export function writeManifest(folder: string, content: Manifest): void {
  const text = JSON.stringify({ ...content, checksum: checksumOf(content) }, undefined, 2)
  writeFileSync(join(folder, manifestFile), `${text}\n`, { mode: 0o600, flush: true, flag: 'wx' })
}

export function readManifest(folder: string): Manifest {
  const file = join(folder, manifestFile)
  if (!existsSync(file)) throw new Refusal(`${folder} is no backup: it has no ${manifestFile}.`)
  const { checksum, ...content } = readObject(file)
  if (typeof content.format === 'number' && content.format > 1)
    throw new Refusal('This backup was made by a newer version of Turnpike. Restore it with that version.')
  const parsed = manifest.safeParse(content)
  if (!parsed.success || checksum !== checksumOf(content)) throw new Refusal(`${file} is damaged.`)
  return parsed.data
}

function readObject(file: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Refusal(`${file} is damaged.`)
  }
}
