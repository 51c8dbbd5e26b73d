import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settlement } from '../ledger/operations.ts'
import { lineOf, readLine } from './spool-record.ts'

const fresh = '.spool'
const claimed = '.replay'
const rejected = '.rejected'
const probe = '.probe'
const bytesMax = 256 * 1024 * 1024

type Waiter = { line: string; resolve(): void; reject(error: unknown): void }
type File = { path: string; handle: FileHandle; bytes: number }

/**
 * Settlements that the database did not take, in append-only files. A record is durable when `append` resolves. Any
 * process may replay any file, even while its writer runs: the file is renamed before it is read, and a writer that
 * finds its file renamed writes its last records again to a new file. A record may be replayed twice, but is never
 * lost.
 */
export class Spool {
  readonly #folder: string
  #file: File | undefined
  #waiting: Waiter[] = []
  #flushing: Promise<void> | undefined
  #isWritable = true
  #hasProbed = false
  #records = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  get isWritable(): boolean {
    return this.#isWritable
  }

  /** The number of records that this process has written since the last replay of all files. */
  get records(): number {
    return this.#records
  }

  append(record: Settlement): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ line: lineOf(record), resolve, reject })
    this.#flushing ??= this.#flush()
    return promise
  }

  /** Checks whether the folder is writable before a settlement needs it. */
  async probe(): Promise<void> {
    const path = join(this.#folder, `${randomUUID()}${probe}`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      if (!this.#hasProbed) await this.#removeProbes()
      this.#hasProbed = true
      await writeFile(path, '\n', { flag: 'ax', mode: 0o600 })
      this.#isWritable = true
    } catch {
      this.#isWritable = false
    } finally {
      await rm(path, { force: true }).catch(() => {}) // on a full disk the file exists and is empty
    }
  }

  /** Removes the probe files of killed processes. A process that probes at the moment does not need its file again. */
  async #removeProbes(): Promise<void> {
    const names = await readdir(this.#folder)
    for (const name of names.filter((each) => each.endsWith(probe))) await rm(join(this.#folder, name), { force: true })
  }

  async hasRecords(): Promise<boolean> {
    return (await this.#files()).length > 0
  }

  /** Passes all records to `apply` in groups, and deletes each file after its last group was applied. */
  async replay(groupSize: number, apply: (records: Settlement[]) => Promise<void>): Promise<void> {
    const before = this.#records
    for (const name of await this.#files()) {
      const path = await this.#claim(name)
      if (!path) continue
      let group: Settlement[] = []
      for await (const record of this.#read(path)) {
        group.push(record)
        if (group.length < groupSize) continue
        await apply(group)
        group = []
      }
      if (group.length > 0) await apply(group)
      await rm(path, { force: true })
    }
    this.#records -= before
  }

  /** Keeps a record that can never be applied in a file for the operator. */
  async setAside(text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await using handle = await open(join(this.#folder, `settlements${rejected}`), 'a', 0o600)
    await handle.appendFile(`${text}\n`)
    await handle.datasync()
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#leaveFile()
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      try {
        await this.#write(group.map(({ line }) => line).join(''))
        this.#isWritable = true
        this.#records += group.length
        for (const { resolve } of group) resolve()
      } catch (error) {
        this.#isWritable = false
        await this.#leaveFile() // its last line may be incomplete
        for (const { reject } of group) reject(error)
      }
    }
    this.#flushing = undefined
  }

  async #write(text: string): Promise<void> {
    for (;;) {
      this.#file ??= await this.#create()
      if (this.#file.bytes > bytesMax) throw new Error('the spool is full')
      this.#file.bytes += text.length
      await this.#file.handle.appendFile(text)
      await this.#file.handle.datasync()
      if (await isStillNamed(this.#file)) return
      await this.#leaveFile() // renamed for a replay, which may have read it before these lines were written
    }
  }

  async #create(): Promise<File> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `${Date.now()}-${randomUUID()}${fresh}`)
    const handle = await open(path, 'ax', 0o600)
    await syncFolder(this.#folder)
    return { path, handle, bytes: 0 }
  }

  async #leaveFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.handle.close().catch(() => {})
  }

  async #files(): Promise<string[]> {
    try {
      const names = await readdir(this.#folder)
      return names.filter((name) => name.endsWith(fresh) || name.endsWith(claimed)).sort()
    } catch {
      return [] // no folder, no records
    }
  }

  /** Undefined when another process has claimed the file. */
  async #claim(name: string): Promise<string | undefined> {
    const path = join(this.#folder, name)
    if (name.endsWith(claimed)) return path // claimed by a replay that did not finish
    const target = path.slice(0, -fresh.length) + claimed
    try {
      await rename(path, target)
      return target
    } catch {
      return undefined
    }
  }

  async *#read(path: string): AsyncGenerator<Settlement> {
    await using handle = await open(path)
    let unread: string | undefined
    for await (const line of handle.readLines()) {
      // Only the last line may be incomplete, if its process died before `append` resolved. Any other bad line is set aside.
      if (unread !== undefined) await this.setAside(unread)
      const record = readLine(line)
      unread = record ? undefined : line
      if (record) yield record
    }
  }
}

async function isStillNamed({ path, handle }: File): Promise<boolean> {
  const [named, opened] = await Promise.all([stat(path).catch(() => undefined), handle.stat()])
  return named?.ino === opened.ino
}

/** A new file is durable only after its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be synced there
  await using handle = await open(folder)
  await handle.sync()
}
