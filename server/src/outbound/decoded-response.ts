import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { type Exchange, ResponseTooLarge } from './exchange.ts'
import { ContainedSink, type Sink } from './sink.ts'

/** The response is in an encoding that is not supported, or is not in the encoding that its header names. */
export class UndecodableResponse extends Error {}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** A response beyond `alwaysAllowed` bytes may be at most this many times as long as its encoded bytes. */
const expansionMax = 100
const alwaysAllowed = 1024 * 1024

/**
 * The response with its content encoding removed. We request none, but some servers and proxies compress anyway. A
 * response without an encoding is returned as it is.
 */
export function decodedResponse(exchange: Exchange): Exchange {
  const encoding = String(exchange.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase() // sent twice it is a list
  return encoding === '' || encoding === 'identity' ? exchange : new DecodedResponse(exchange, encoding)
}

class DecodedResponse implements Exchange {
  readonly status: number
  readonly headers: Exchange['headers']
  readonly #exchange: Exchange
  readonly #encoding: string
  #decoder: Transform | undefined

  constructor(exchange: Exchange, encoding: string) {
    this.status = exchange.status
    this.headers = exchange.headers
    this.#exchange = exchange
    this.#encoding = encoding
  }

  pipe(sink: Sink) {
    const create = Object.hasOwn(decoders, this.#encoding) ? decoders[this.#encoding] : undefined
    if (!create) {
      this.#exchange.abort()
      sink.error(new UndecodableResponse(`the content encoding ${this.#encoding.slice(0, 40)} is not supported`))
      return
    }
    this.#decode(create(), new ContainedSink(sink, () => this.abort()))
  }

  #decode(decoder: Transform, sink: Sink): void {
    const exchange = this.#exchange
    let encodedLength = 0
    let length = 0
    let isOver = false
    /** The error of the connection, reported to the sink after the bytes that came before. */
    let broken: Error | undefined
    const fail = (error: Error) => {
      if (isOver) return
      isOver = true
      exchange.abort()
      decoder.destroy()
      sink.error(error)
    }
    const finish = () => {
      if (isOver) return
      isOver = true
      sink.end()
    }
    this.#decoder = decoder
    decoder.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > Math.max(alwaysAllowed, encodedLength * expansionMax)) fail(new ResponseTooLarge())
      else if (!isOver && !sink.data(chunk)) decoder.pause()
    })
    decoder.on('drain', () => exchange.resume())
    decoder.on('error', () => fail(broken ?? new UndecodableResponse(`the response is not ${this.#encoding}`)))
    decoder.on('end', () => (broken ? fail(broken) : finish()))
    exchange.pipe({
      data(chunk) {
        if (isOver) return true
        encodedLength += chunk.length
        return decoder.write(chunk)
      },
      end() {
        // Without a body there is nothing to decode, and decoders refuse it.
        if (encodedLength === 0) finish()
        else decoder.end()
      },
      error(error) {
        broken = error
        decoder.end()
      },
    })
  }

  resume() {
    this.#decoder?.resume()
  }

  abort() {
    this.#exchange.abort()
    this.#decoder?.destroy()
  }
}
