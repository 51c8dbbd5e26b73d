import { ResponseReader } from '../../src/outbound/http/response-reader.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const ending = 'Content-Length: 2\r\n\r\nok'
const lastChunk = '0\r\n\r\n'

const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length))

/** What hostile servers send. Each makes some `size` bytes: a few of them are a response, many are too much for one. */
export const hostileResponses: Record<string, (size: number) => string> = {
  'headers of one name': (size) => ok + filled('a:\r\n', size) + ending,
  'headers of one name with values': (size) => `${ok}${filled('set-cookie: a=b; path=/\r\n', size)}${ending}`,
  'headers of many names': (size) =>
    ok + Array.from({ length: size / 8 }, (_, number) => `a${number}: b\r\n`).join('') + ending,
  'a long reason': (size) => `HTTP/1.1 200 ${filled('a', size)}\r\n${ending}`,
  'a long value': (size) => `${ok}a: ${filled('b', size)}\r\n${ending}`,
  'a long name': (size) => `${ok}${filled('a', size)}: b\r\n${ending}`,
  'a name without a colon': (size) => `${ok}${filled('a', size)}\r\n${ending}`,
  'spaces before a value': (size) => `${ok}a:${filled(' ', size)}b\r\n${ending}`,
  'spaces before a bad byte': (size) => `${ok}a:${filled(' ', size)}\0\r\n${ending}`,
  'spaces after a value': (size) => `${ok}a: b${filled(' \t', size)}\r\n${ending}`,
  'line ends without CR': (size) => `HTTP/1.1 200 OK\n${filled('a: b\n', size)}\n`,
  'line ends alone': (size) => filled('\n', size),
  'interim responses': (size) => `${filled('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', size)}${ok}${ending}`,
  'long interim responses': (size) =>
    `${`HTTP/1.1 103 Early Hints\r\nlink: ${filled('a', size / 5)}\r\n\r\n`.repeat(5)}${ok}${ending}`,
  'a long extension': (size) => `${chunked}1;a=${filled('b', size)}\r\na\r\n${lastChunk}`,
  'many extensions': (size) => `${chunked}1${filled(';a=b', size)}\r\na\r\n${lastChunk}`,
  'a quoted extension without an end': (size) => `${chunked}1;a="${filled('b;c=', size)}\r\na\r\n${lastChunk}`,
  'an extension of every chunk': (size) => chunked + filled('1;a=bcdefghijkl\r\na\r\n', size) + lastChunk,
  'chunks of one byte': (size) => chunked + filled('1\r\na\r\n', size) + lastChunk,
  'a long size of a chunk': (size) => `${chunked}${filled('0', size)}1\r\na\r\n${lastChunk}`,
  'trailers of one name': (size) => `${chunked}1\r\na\r\n0\r\n${filled('a:\r\n', size)}\r\n`,
  'a long trailer': (size) => `${chunked}0\r\na: ${filled('b', size)}\r\n\r\n`,
  'trailers whose lines end without CR': (size) => `${chunked}0\r\n${filled('a:\n', size)}\r\n`,
  'line ends without CR in the place of trailers': (size) => `${chunked}0\r\n${filled('\n', size)}`,
}

/** What reading took, in counts that do not depend on the machine. */
export type Work = {
  /** Bytes that were read until the response was complete or refused. */
  read: number
  /** Bytes that the reader searched, copied or turned into text. */
  touched: number
  /** Bytes of the body, and how often some were passed on. */
  body: number
  pieces: number
  headers: number
}

/** Counts what our reader does. It is the only code that runs meanwhile. */
export function workOf(cuts: readonly Buffer[]): Work {
  const work: Work = { read: 0, touched: 0, body: 0, pieces: 0, headers: 0 }
  const reader = new ResponseReader({
    head({ headers }) {
      work.headers = Object.values(headers).flat().length
    },
    data(chunk) {
      work.body += chunk.length
      work.pieces++
    },
  })
  const stopCounting = countTouched((bytes) => {
    work.touched += bytes
  })
  try {
    for (const bytes of cuts) {
      work.read += bytes.length
      reader.read(bytes)
      if (reader.isComplete) break
    }
  } catch {
    // It was refused.
  } finally {
    stopCounting()
  }
  return work
}

/** Replaces the methods of buffers that the reader uses, until the returned function is called. */
function countTouched(count: (bytes: number) => void): () => void {
  const { concat } = Buffer
  const { indexOf, lastIndexOf, toString: textOf } = Buffer.prototype
  Buffer.concat = (list, length) => {
    const joined = concat(list, length)
    count(joined.length)
    return joined
  }
  Object.assign(Buffer.prototype, {
    indexOf(this: Buffer, value: string, from: number, encoding: BufferEncoding) {
      const found = indexOf.call(this, value, from, encoding)
      count((found < 0 ? this.length : found) - from)
      return found
    },
    lastIndexOf(this: Buffer, value: number) {
      const found = lastIndexOf.call(this, value)
      count(this.length - Math.max(found, 0))
      return found
    },
    toString(this: Buffer, encoding: BufferEncoding, start: number, end: number) {
      const text = textOf.call(this, encoding, start, end)
      count(text.length)
      return text
    },
  })
  return () => {
    Buffer.concat = concat
    Object.assign(Buffer.prototype, { indexOf, lastIndexOf, toString: textOf })
  }
}
