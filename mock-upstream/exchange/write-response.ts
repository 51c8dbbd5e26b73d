import type { ServerResponse } from 'node:http'
import { createEncoder } from './encode-frames.ts'
import type { MockResponse, Stream, Whole } from './response.ts'

/** Sends a response without faults: a whole response in one write, a stream in one write per event. */
export function writeResponse(response: ServerResponse, mockResponse: MockResponse): void {
  if (mockResponse.kind === 'stream') {
    response.writeHead(200, streamHeaders(mockResponse))
    writeFrames(response, mockResponse)
    return
  }
  response.writeHead(mockResponse.status, {
    'content-type': mockResponse.type,
    'content-length': Buffer.byteLength(mockResponse.body),
    ...mockResponse.headers,
  })
  response.end(mockResponse.body)
}

export const streamHeaders = (response: Stream): Record<string, string> => ({
  'content-type': response.type,
  'cache-control': 'no-cache',
  ...response.headers,
})

/** Pauses while the reader is behind, so that a long response does not fill the memory. */
function writeFrames(response: ServerResponse, mockResponse: Stream): void {
  const encoder = createEncoder(mockResponse.framing)
  let next = 0
  const resume = () => {
    for (let frame = mockResponse.frames[next]; frame !== undefined; frame = mockResponse.frames[next]) {
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

/** A response as raw HTTP: Node has no response object for a refused upgrade. */
export function httpText({ status, type, headers = {}, body }: Whole): string {
  const lines = Object.entries({
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...headers,
  })
  return `HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
