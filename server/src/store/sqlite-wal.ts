import { closeSync, fdatasync, openSync } from 'node:fs'

/** Flushes the system's cache of a file to the disk, as fdatasync does. */
export type ToDisk = (file: number, done: (error: Error | null) => void) => void

/**
 * The write-ahead log of a database. A commit in it survives this process, but not a power failure until the file is
 * synced. SQLite would sync inside the commit and block the event loop, and every stream with it. So SQLite commits
 * without a sync, and only the callers that need durability wait for one here.
 *
 * Frames are chained by checksums: a log that is synced up to a commit restores every commit before it as well.
 */
export class WalFile {
  readonly #path: string
  #file: number | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  readonly #toDisk: ToDisk

  constructor(databasePath: string, toDisk: ToDisk = fdatasync) {
    this.#path = `${databasePath}-wal`
    this.#toDisk = toDisk
  }

  /** Resolves when every commit so far is on the disk. Callers that come during a sync share the next one. */
  durable(): Promise<void> {
    if (!this.#running) return this.#sync()
    this.#next ??= this.#running.then(
      () => this.#sync(),
      () => this.#sync(),
    )
    return this.#next
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #sync(): Promise<void> {
    this.#next = undefined
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#running = promise
    try {
      this.#file ??= openSync(this.#path, 'r+') // exists from the first commit until the database is closed
      this.#toDisk(this.#file, (error) => {
        if (this.#running === promise) this.#running = undefined
        if (error) reject(error)
        else resolve()
      })
    } catch (error) {
      this.#running = undefined
      reject(error)
    }
    return promise
  }
}
