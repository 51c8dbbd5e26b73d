import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { WebSocket, WebSocketServer } from 'ws'
import { alterResponse, replacedResponse } from '../faults/alter-response.ts'
import { alterUsage } from '../faults/alter-usage.ts'
import type { FaultRules } from '../faults/fault-rules.ts'
import { sendHeldMessages, sendMessages } from '../faults/send-messages.ts'
import type { HeldResponses } from '../held-responses.ts'
import { type Recorder, recordOf } from '../requests.ts'
import type { Call, Handler, Vendor } from './call.ts'
import { credentialOf } from './call.ts'
import { parseObject } from './json.ts'
import { type MockResponse, orRefusal } from './response.ts'
import { httpText } from './write-response.ts'

export type SocketUpgrade = {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  sockets: WebSocketServer
  faults: FaultRules
  heldResponses: HeldResponses
  recorder: Recorder
  random: () => number
  serial: number
  tasks: Call['tasks']
}

/** The destination of an upgrade: the vendor, and the path there. `origin` is the URL of this server. */
export type Destination = { url: URL; vendor: Vendor; path: string; origin: string }

/**
 * Serves a call over a WebSocket: the first message is its body, and each event of the response is a message. A refused
 * handshake gets a plain HTTP response.
 */
export async function serveSocket(upgrade: SocketUpgrade, destination: Destination, handler: Handler): Promise<void> {
  const { request, socket, recorder, faults, random } = upgrade
  const { url, vendor, path } = destination
  socket.on('error', () => socket.destroy())
  const key = vendor.keyOf?.(request.headers, url.searchParams, path) ?? credentialOf(request.headers, url.searchParams)
  const call = upgradeCall(upgrade, destination, { method: 'SOCKET', key, model: '' })
  const matched = { key, model: '', path: url.pathname }
  const recorded = recorder.received(() => recordOf(call, vendor.name, url.pathname))
  const plan = faults.take(matched) ?? {}
  call.counts = plan.usage?.counts
  call.usage = (counted) => alterUsage(counted, plan.usage)
  const pause = (ms: number) => setTimeout(ms + Math.round((plan.delay?.jitterMs ?? 0) * random()))
  if (plan.delay?.headersMs !== undefined) await pause(plan.delay.headersMs)
  if (plan.informational) socket.write(`HTTP/1.1 ${plan.informational.status ?? 102} Processing\r\n\r\n`)
  if (plan.informational?.only) return
  if (plan.cut?.at === 'before-headers') return void socket.destroy()
  const replaced = replacedResponse(call, vendor, plan)
  const refused = replaced && replaced.status !== 200 ? replaced : await orRefusal(() => vendor.authenticate(call))
  if (refused) {
    socket.end(httpText(refused))
    recorder.responded(recorded, refused.status)
    return
  }
  const client = await accept(upgrade)
  const state = { isComplete: false, isCut: false }
  const closed = new AbortController()
  client.once('close', () => {
    closed.abort()
    if (state.isComplete) recorder.responded(recorded, 101)
    else if (!state.isCut) recorder.aborted(recorded)
  })
  try {
    const [message] = await once(client, 'message', { signal: closed.signal })
    const body = parseObject(String(message))
    if (body)
      Object.assign(call, { body, bytes: Buffer.from(String(message)), model: vendor.modelOf?.(path, body) ?? '' })
    if (recorded) Object.assign(recorded, { body: call.body, model: call.model })
    if (plan.silent && plan.silent.how !== 'empty') return
    const response = alterResponse(replaced ?? (await orRefusal(() => respond(call, vendor, body && handler))), plan)
    const held = upgrade.heldResponses.take({ ...matched, model: call.model })
    const sending = { client, messages: messagesOf(response), plan, signal: closed.signal, pause, state }
    if (held) await sendHeldMessages(sending, held)
    else await sendMessages(sending)
  } catch (error) {
    if (!closed.signal.aborted) throw error
  }
}

/** The call of an upgrade, which has no body. */
export const upgradeCall = (
  { request, serial, tasks }: SocketUpgrade,
  { url, path, origin }: Destination,
  named: Pick<Call, 'method' | 'key' | 'model'>,
): Call => ({
  serial,
  path,
  query: url.searchParams,
  headers: request.headers,
  body: {},
  bytes: Buffer.alloc(0),
  origin,
  tasks,
  usage: (counted) => counted,
  ...named,
})

function respond(call: Call, vendor: Vendor, handler: Handler | undefined): ReturnType<Handler> {
  if (!handler) throw vendor.refuse(400, 'The message is no JSON object.')
  return handler(call)
}

/** Events without data, such as comments, are not messages. */
const messagesOf = (response: MockResponse): string[] =>
  response.kind === 'whole'
    ? [response.body.toString()].filter((body) => body !== '')
    : response.frames.flatMap(({ data }) => data ?? [])

export const accept = ({ request, socket, head, sockets }: SocketUpgrade): Promise<WebSocket> =>
  new Promise((resolve) => sockets.handleUpgrade(request, socket, head, resolve))
