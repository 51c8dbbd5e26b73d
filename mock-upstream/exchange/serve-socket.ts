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
import type { Recorder } from '../requests.ts'
import type { Call, Handler, Vendor } from './call.ts'
import { credentialOf } from './credential.ts'
import { httpText } from './http-text.ts'
import { isObject, type JsonObject } from './json.ts'
import { type MockResponse, Refusal, type Whole } from './response.ts'

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
  origin: string
  tasks: Call['tasks']
}

/** The destination of a call: the vendor, the path there, and its handler. */
type SocketRequest = { url: URL; vendor: Vendor; path: string; handler: Handler }

/**
 * Serves a call over a WebSocket: the first message is its body, and each event of the response is a message. A refused
 * handshake gets a plain HTTP response.
 */
export async function serveSocket(
  upgrade: SocketUpgrade,
  { url, vendor, path, handler }: SocketRequest,
): Promise<void> {
  const { request, socket, recorder, faults, random } = upgrade
  socket.on('error', () => socket.destroy())
  const call = callOf(upgrade, url, vendor, path)
  const matched = { key: call.key, model: '', path: url.pathname }
  const recorded = recorder.received(() => ({
    serial: call.serial,
    vendor: vendor.name,
    method: call.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: {},
    key: call.key,
    model: '',
    receivedAt: Date.now(),
  }))
  const plan = faults.take(matched) ?? {}
  call.counts = plan.usage?.counts
  call.usage = (counted) => alterUsage(counted, plan.usage)
  const pause = (ms: number) => setTimeout(ms + Math.round((plan.delay?.jitterMs ?? 0) * random()))
  if (plan.delay?.headersMs !== undefined) await pause(plan.delay.headersMs)
  if (plan.informational) socket.write(`HTTP/1.1 ${plan.informational.status ?? 102} Processing\r\n\r\n`)
  if (plan.informational?.only) return
  if (plan.cut?.at === 'before-headers') return void socket.destroy()
  const replaced = replacedResponse(call, vendor, plan)
  const refused = replaced && replaced.status !== 200 ? replaced : refusalOf(call, vendor)
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
    const body = readMessage(String(message))
    if (body)
      Object.assign(call, { body, bytes: Buffer.from(String(message)), model: vendor.modelOf?.(path, body) ?? '' })
    if (recorded) Object.assign(recorded, { body: call.body, model: call.model })
    if (plan.silent && plan.silent.how !== 'empty') return
    const response = alterResponse(replaced ?? (await responseOf(call, vendor, body ? handler : undefined)), plan)
    const held = upgrade.heldResponses.take({ ...matched, model: call.model })
    const sending = { client, messages: messagesOf(response), plan, signal: closed.signal, pause, state }
    if (held) await sendHeldMessages(sending, held)
    else await sendMessages(sending)
  } catch (error) {
    if (!closed.signal.aborted) throw error
  }
}

const callOf = ({ request, serial, origin, tasks }: SocketUpgrade, url: URL, vendor: Vendor, path: string): Call => ({
  serial,
  method: 'SOCKET',
  path,
  query: url.searchParams,
  headers: request.headers,
  body: {},
  bytes: Buffer.alloc(0),
  key: vendor.keyOf?.(request.headers, url.searchParams, path) ?? credentialOf(request.headers, url.searchParams),
  model: '',
  origin,
  tasks,
  usage: (counted) => counted,
})

function refusalOf(call: Call, vendor: Vendor): Whole | undefined {
  try {
    vendor.authenticate(call)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse()
    throw error
  }
}

async function responseOf(call: Call, vendor: Vendor, handler: Handler | undefined): Promise<MockResponse> {
  try {
    if (!handler) throw vendor.refuse(400, 'The message is no JSON object.')
    return await handler(call)
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse()
    throw error
  }
}

function readMessage(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Events without data, such as comments, are not messages. */
const messagesOf = (response: MockResponse): string[] =>
  response.kind === 'whole'
    ? [response.body.toString()].filter((body) => body !== '')
    : response.frames.flatMap(({ data }) => data ?? [])

const accept = ({ request, socket, head, sockets }: SocketUpgrade): Promise<WebSocket> =>
  new Promise((resolve) => sockets.handleUpgrade(request, socket, head, resolve))
