import type { ServerResponse } from 'node:http'
import { createEncoder } from './encode-frames.ts'
import type { MockResponse, Stream } from './response.ts'

/** Sends an answer without faults: a whole answer is one write, a stream one write per event. */
export function writeResponse(response: ServerResponse, reply: MockResponse): void {
  if (reply.kind === 'stream') {
    response.writeHead(200, streamHeaders(reply))
    writeFrames(response, reply)
    return
  }
  response.writeHead(reply.status, {
    'content-type': reply.type,
    'content-length': Buffer.byteLength(reply.body),
    ...reply.headers,
  })
  response.end(reply.body)
}

export const streamHeaders = (response: Stream): Record<string, string> => ({
  'content-type': response.type,
  'cache-control': 'no-cache',
  ...response.headers,
})

/** Stops while the reader is behind, so that a long answer does not pile up in memory. */
function writeFrames(response: ServerResponse, reply: Stream): void {
  const encoder = createEncoder(reply.framing)
  let next = 0
  const resume = () => {
    for (let frame = reply.frames[next]; frame !== undefined; frame = reply.frames[next]) {
      if (response.destroyed) return
      next++
      if (!response.write(encoder.encode(frame))) {
        response.once('drain', resume)
        return
      }
    }
    response.end(encoder.end)
  }
  resume()
}
