import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseAddress } from '../../store/dsn.ts'
import { copyDatabase, scopesOf } from '../copy/copy-database.ts'
import type { Draft } from '../copy/database-side.ts'
import { openDraft, openSnapshot } from '../copy/open-side.ts'
import { flushFile } from '../disk.ts'
import type { DatabaseName, Databases } from '../installation.ts'
import { type Progress, Refusal } from '../refusal.ts'

/** A database to be restored. Its content is examined in `file` before it is moved to its place. */
export type Place = {
  name: DatabaseName
  address: DatabaseAddress
  folder: string
  file: string
  fill(progress: Progress): Promise<void>
  finish(): Promise<void>
  undo(): Promise<void>
  clean(): Promise<void>
}

export function openPlaces(databases: Databases, names: DatabaseName[], dataFolder: string): Place[] {
  return names.flatMap((name) => {
    const address = databases[name]
    if (!address) return []
    return [address.kind === 'sqlite' ? filePlace(name, address.path) : serverPlace(name, address.url, dataFolder)]
  })
}

/** Refuses databases that are not empty. */
export async function refuseFull({ main, log }: Databases): Promise<void> {
  for (const address of [main, log])
    if (address?.kind === 'postgres') await (await openDraft(address)).abandon()
    else if (address && existsSync(address.path))
      throw new Refusal(`There is a database at ${address.path}. A restore never overwrites: move it away first.`)
}

function filePlace(name: DatabaseName, path: string): Place {
  const file = newWorkFile(`${path}.partial`)
  return {
    ...{ name, address: { kind: 'sqlite', path }, folder: dirname(path), file },
    async fill() {},
    async finish() {
      await flushFile(file)
      renameSync(file, path)
    },
    undo: async () => removeFile(path),
    clean: async () => removeFile(file),
  }
}

function serverPlace(name: DatabaseName, url: string, dataFolder: string): Place {
  const file = newWorkFile(join(dataFolder, `restored-${name}.db.partial`))
  const address = { kind: 'postgres', url } as const
  let draft: Draft | undefined
  let isFinished = false
  return {
    ...{ name, address, folder: dataFolder, file },
    async fill(progress) {
      draft = await openDraft(address)
      const source = await openSnapshot({ kind: 'sqlite', path: file })
      await copyDatabase(source, draft, scopesOf[name], progress).finally(source.close)
    },
    async finish() {
      await draft?.finish()
      isFinished = true
    },
    async undo() {
      await draft?.undo()
    },
    async clean() {
      if (!isFinished) await draft?.abandon()
      removeFile(file)
    },
  }
}

/** A file that an interrupted restore left is removed. */
function newWorkFile(file: string): string {
  mkdirSync(dirname(file), { recursive: true })
  removeFile(file)
  return file
}

function removeFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}
