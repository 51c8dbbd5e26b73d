import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eventually } from '../harness/eventually.ts'
import { type SentSpan, spansIn } from './otlp-spans.ts'

export type TracedCall = { server: SentSpan; attempts: SentSpan[] }

/** A collector of OpenTelemetry traces that keeps what it is sent by OTLP over HTTP. */
export async function startTraceCollector() {
  const spans: SentSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const held: ServerResponse[] = []
  let isSilent = false
  let refusal: string | undefined
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    if (isSilent) {
      held.push(response)
      return
    }
    if (refusal !== undefined) {
      response.writeHead(400).end(refusal)
      return
    }
    spans.push(...spansIn(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP listener's address is never a text
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    /** The environment under which a server sends its traces here, soon. */
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '20' },
    spans,
    requests,
    /** From now on it accepts requests and sends no response. */
    fallSilent() {
      isSilent = true
    },
    /** From now on it refuses every request, with this text. */
    refuse(text: string) {
      refusal = text
    },
    /** The spans of the next call with these attributes. The server's comes last, so the others are there as well. */
    async call(attributes: Record<string, unknown>): Promise<TracedCall> {
      const isMeant = (span: SentSpan) =>
        span.kind === 'server' && Object.entries(attributes).every(([name, value]) => span.attributes[name] === value)
      const found = await eventually('the trace of the call', () => spans.find(isMeant))
      const attempts = spans.filter(({ parentId, traceId }) => parentId === found.spanId && traceId === found.traceId)
      return { server: found, attempts: attempts.sort((one, other) => one.startMs - other.startMs) }
    },
    async stop() {
      for (const response of held) response.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
