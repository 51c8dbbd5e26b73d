import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { ResponseReader } from '../../src/outbound/http/response-reader.ts'
import { seededRandom } from '../harness/random.ts'
import { hostileResponses, workOf } from './hostile.ts'
import type { Random } from './mutate.ts'

/** A response as its client sees it. Of headers, names are in small letters. */
export type Response = { status: number; headers: [name: string, value: string][]; body: string }

/** Responses as upstreams, proxies and HTTP's own text have them; each is complete. */
export const wholeResponses: readonly string[] = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\nConnection: keep-alive\r\n\r\n{"answer":42}',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\n1\r\na\r\n00A\r\n0123456789\r\nf\r\nabcdefghijklmno\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-sum\r\n\r\n3;name=value;other="a b";last\r\nabc\r\n0\r\nx-sum: 7\r\nx-more:\r\n\r\n',
  'HTTP/1.1 429 Too Many Requests\r\nRetry-After:  7 \t\r\nX-Empty:\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 204 No Content\r\nKeep-Alive: timeout=5, max=100\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
  'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 200 \r\nconnection: close\r\n\r\nuntil the end\r\n\r\nof the connection',
  'HTTP/1.0 502 Bad Gateway\r\nServer: old\r\n\r\n<h1>no</h1>',
  'HTTP/1.1 200 D\xe9j\xe0 vu\r\nx-name: caf\xe9 \x80\r\nContent-Length: 3\r\n\r\n\r\n\r',
]

const pieces = [
  '\r\n',
  '\r',
  '\n',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  ';',
  '0\r\n\r\n',
  '0',
  '1',
  'a',
  '-1',
  '+1',
  '0x1',
  'ffffffffffffffff',
  'Content-Length: 5\r\n',
  'Content-Length: 5, 5\r\n',
  'Content-Length : 5\r\n',
  'Content-Length: 5\r\n ',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Transfer-Encoding: identity\r\n',
  'Transfer-Encoding:\r\n',
  'Connection: close\r\n',
  'Connection: upgrade\r\nUpgrade: websocket\r\n',
  ' folded\r\n',
  '__proto__: x\r\n',
  'constructor: x\r\n',
  ': no name\r\n',
  'no colon\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 200 OK\r\n',
  'HTTP/2.0 200 OK\r\n',
  ';a="\\""',
  ';',
  '"',
  '\0',
  '\x7f',
  '\xff',
  '\x85',
].map((text) => Buffer.from(text, 'latin1'))

/** The bytes with one to three changes. */
export function damaged(bytes: Buffer, random: Random): Buffer {
  let changed = bytes
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(changed.length + 1)
    const skipped = random(3) === 0 ? 1 + random(3) : 0
    const added = skipped > 0 && random(2) === 0 ? Buffer.from([random(256)]) : pieces[random(pieces.length)]
    const parts = [
      changed.subarray(0, at),
      ...(skipped === 0 || random(2) === 0 ? [added] : []),
      changed.subarray(at + skipped),
    ]
    changed = Buffer.concat(parts as Buffer[])
  }
  return changed
}

/** What our reader makes of the bytes, and where it found the end; without a response if they are refused or not enough. */
export function readByOurs(cuts: readonly Buffer[]): { response?: Response; length: number } {
  const response: Response = { status: 0, headers: [], body: '' }
  const reader = new ResponseReader({
    head({ status, headers }) {
      response.status = status
      response.headers = Object.entries(headers).flatMap(([name, value = '']) =>
        [value].flat().map((one): [string, string] => [name, one]),
      )
    },
    data(chunk) {
      response.body += chunk.toString('latin1')
    },
  })
  let length = 0
  try {
    for (const bytes of cuts) {
      reader.read(bytes)
      length += bytes.length
      if (reader.isComplete) return { response, length }
    }
    reader.end()
  } catch {
    return { length }
  }
  return reader.isComplete ? { response, length } : { length }
}

/** What Node's own client makes of the bytes. */
export async function readByNode(bytes: Buffer): Promise<Response | undefined> {
  const [near, far] = duplexPair()
  far.resume()
  const agent = new Agent()
  agent.createConnection = () => near as Socket
  const sent = request({ method: 'POST', agent })
  const read = Promise.withResolvers<Response | undefined>()
  const refuse = () => read.resolve(undefined)
  sent.on('error', refuse)
  sent.on('upgrade', refuse)
  sent.on('response', (response) => {
    let body = ''
    response.setEncoding('latin1')
    response.on('data', (text: string) => {
      body += text
    })
    response.on('error', refuse)
    response.on('close', refuse)
    response.on('end', () => {
      const { rawHeaders: raw, statusCode: status = 0 } = response
      const headers = Array.from({ length: raw.length / 2 }, (_, at): [string, string] => [
        String(raw[2 * at]).toLowerCase(),
        String(raw[2 * at + 1]),
      ])
      read.resolve(response.complete ? { status, headers, body } : undefined)
    })
  })
  sent.end()
  far.write(bytes)
  far.end()
  try {
    return await read.promise
  } finally {
    sent.destroy()
    near.destroy()
    far.destroy()
  }
}

const inOrder = (response: Response | undefined) =>
  response && { ...response, headers: response.headers.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) }

/** Node's parser takes `chunked` with a tab after it for another coding, which HTTP does not. */
const nodeErrs = /chunked[\t ]*\t[\t ]*\r\n/i

export const everyByte = (bytes: Buffer): Buffer[] => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))

/** Throws where our reader takes something else for a response than Node's. Returns whether it was a response. */
export async function compareResponse(bytes: Buffer, random: Random): Promise<boolean> {
  const shown = JSON.stringify(bytes.toString('latin1'))
  const ours = readByOurs(everyByte(bytes))
  const at = random(bytes.length + 1)
  assert.deepEqual(
    readByOurs([bytes.subarray(0, at), bytes.subarray(at)]).response,
    ours.response,
    `cut at ${at}: ${shown}`,
  )
  if (!ours.response || nodeErrs.test(bytes.toString('latin1'))) return false
  // Bytes after the response close our connection, and are not Node's to see.
  const nodes = await readByNode(bytes.subarray(0, ours.length))
  assert.deepEqual(inOrder(ours.response), inOrder(nodes), shown)
  return true
}

const overheadBytesMax = 64 * 1024
const headersMax = 100
/** The longest size of a chunk, and the line ends around its data. */
const chunkFramingMax = 13 + 4

/** Throws where reading took more than the bytes of the body, and the bounds of what comes with it, allow. */
export function assertBounded(cuts: readonly Buffer[], what: string): void {
  const { read, touched, body, pieces, headers } = workOf(cuts)
  const longestCut = cuts.reduce((longest, { length }) => Math.max(longest, length), 0)
  assert.ok(
    read <= overheadBytesMax + body * (1 + chunkFramingMax) + 2 * longestCut,
    `${read} bytes were read: ${what}`,
  )
  assert.ok(touched <= 6 * read, `${touched} bytes were touched for ${read}: ${what}`)
  assert.ok(pieces <= cuts.length, `${pieces} pieces were passed on of ${cuts.length}: ${what}`)
  assert.ok(headers <= headersMax, `${headers} headers: ${what}`)
}

const kinds = Object.values(hostileResponses)
const hostileDoublings = 11
/** Hostile responses are long, so there are fewer of them. */
const oneInHostile = 32

/** Most are short, the longest are 64 kB and more. */
function hostileOf(random: Random): Buffer {
  const size = 2 ** (6 + Math.min(random(hostileDoublings), random(hostileDoublings)))
  return Buffer.from(kinds[random(kinds.length)]?.(size + random(size)) ?? '', 'latin1')
}

/** Compares `count` responses: damaged ones, and those of hostile servers, of which half are damaged as well. */
export async function fuzzResponses(count: number, seed: number): Promise<{ accepted: number; hostile: number }> {
  const random = seededRandom(seed).below
  let accepted = 0
  let hostile = 0
  for (let run = 0; run < count; run++) {
    const isHostile = random(oneInHostile) === 0
    const whole = isHostile
      ? hostileOf(random)
      : Buffer.from(wholeResponses[random(wholeResponses.length)] ?? '', 'latin1')
    const bytes = isHostile && random(2) === 0 ? whole : damaged(whole, random)
    if (isHostile) {
      hostile++
      const shown = JSON.stringify(bytes.toString('latin1', 0, 200))
      assertBounded([bytes], shown)
      assertBounded(everyByte(bytes), shown)
    }
    if (await compareResponse(bytes, random)) accepted++
  }
  return { accepted, hostile }
}
