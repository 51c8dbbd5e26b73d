import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import { findSecretKey, secretKeyFile } from '../installation.ts'
import { Refusal } from '../refusal.ts'

export type KeyPlace = { place: string; write(): void; undo(): void }

/** The file of the restored secret key. An existing key must be the same one. */
export function placeKey(config: Pick<Config, 'DATA_DIR' | 'SECRET_KEY'>, key: Buffer): KeyPlace {
  const file = secretKeyFile(config)
  const existing = findSecretKey(config)
  if (existing && !existing.equals(key))
    throw new Refusal(
      config.SECRET_KEY === undefined
        ? `${file} holds another secret key than the backup. Move it away first.`
        : `SECRET_KEY is another one than that of the backup. Set it to the backup's, or leave it out: the key is then written to ${file}.`,
    )
  if (existing) {
    const place = config.SECRET_KEY === undefined ? `${file} has` : 'SECRET_KEY is'
    return { place: `${place} the secret key of the backup.`, write() {}, undo() {} }
  }
  return {
    place: `The secret key is in ${file}.`,
    write() {
      mkdirSync(dirname(file), { recursive: true })
      const draft = `${file}.restored`
      rmSync(draft, { force: true })
      writeFileSync(draft, `${key.toString('hex')}\n`, { mode: 0o600, flush: true, flag: 'wx' })
      linkSync(draft, file) // fails where a key has been created meanwhile
      rmSync(draft)
    },
    undo() {
      if (existsSync(file)) rmSync(file)
    },
  }
}
