import { closeSync, fdatasync, openSync } from 'node:fs'

/** Writes to the disk what the system still keeps of a file. */
export type ToDisk = (file: number, done: (error: Error | null) => void) => void

/**
 * What was committed is in the log file beside the database, and from there it survives this process, but not a power
 * failure. SQLite would wait for the disk inside the commit, and every stream of this process with it. So it commits
 * without waiting, and whoever must know that it is durable waits here, while everyone else goes on.
 *
 * Frames are chained by checksums: a log that is on the disk up to here brings back every commit up to here.
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

  /** Resolves when everything committed so far is on the disk. Those who ask while one waits share the next wait. */
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
      this.#file ??= openSync(this.#path, 'r+') // it exists as soon as something was committed, and stays while we are connected
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
