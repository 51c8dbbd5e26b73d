/**
 * Receives the bytes of a response. `data` returns whether the sink can take more; if not, `resume` is called later.
 */
export type Sink = { data(chunk: Buffer): boolean; end(): void; error(error: Error): void }

/**
 * Turns a throw of the sink into the sink's own error. Bytes arrive in event handlers of sockets and decoders, where a
 * throw would end the process and every other call with it.
 */
export class ContainedSink implements Sink {
  readonly #sink: Sink
  readonly #abort: () => void
  #isOver = false

  constructor(sink: Sink, abort: () => void) {
    this.#sink = sink
    this.#abort = abort
  }

  data(chunk: Buffer): boolean {
    if (this.#isOver) return true
    try {
      return this.#sink.data(chunk)
    } catch (error) {
      this.#fail(error)
      return true
    }
  }

  end(): void {
    if (this.#isOver) return
    try {
      this.#sink.end()
      this.#isOver = true
    } catch (error) {
      this.#fail(error)
    }
  }

  error(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#sink.error(error)
  }

  #fail(cause: unknown): void {
    this.error(cause instanceof Error ? cause : new Error('the response could not be taken', { cause }))
    this.#abort()
  }
}
