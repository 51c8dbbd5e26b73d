// The upstream of the benchmark. It responds at once, with bytes made beforehand, so that the machine's CPU time goes
// to the gateways. PUT /shape sets how streams are sent from then on, and ends running streams.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bursts, type StreamShape } from './calls.ts'
import { bytesFor, type UpstreamBytes } from './upstream-bytes.ts'

let shape = bursts

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request)
  const path = request.url ?? ''
  if (path === '/shape') {
    shape = JSON.parse(body.toString()) as StreamShape // sent from the constants in calls.ts
    response.end('{}')
    return
  }
  const bytes = bytesFor(path, body)
  if (body.includes('"stream":true')) {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    sendStream(response, bytes)
  } else {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.whole.length })
    response.end(bytes.whole)
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** The first write leaves at once; the last one also has the end. */
function sendStream(response: ServerResponse, { start, events, end }: UpstreamBytes): void {
  const sending = shape
  let sent = 0
  const send = () => {
    const count = Math.min(sending.perWrite, sending.events - sent)
    let text = sent === 0 ? start : ''
    for (let at = 0; at < count; at++) text += events[(sent + at) % events.length]
    sent += count
    if (sent >= sending.events || shape !== sending) response.end(text + end)
    else {
      response.write(text)
      setTimeout(send, sending.everyMs)
    }
  }
  send()
}

const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (request, response) => {
  respond(request, response).catch(() => response.destroy()) // the client is gone
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // a listening TCP server has one
})
process.once('SIGTERM', () => process.exit())
