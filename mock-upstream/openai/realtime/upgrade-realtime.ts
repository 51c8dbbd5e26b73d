import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { WebSocket, WebSocketServer } from 'ws'
import { type Call, isWrongKey, type Vendor } from '../../exchange/call.ts'
import { credentialOf, subprotocolsOf } from '../../exchange/credential.ts'
import { httpText } from '../../exchange/http-text.ts'
import { Refusal, type Whole } from '../../exchange/response.ts'
import { replacedResponse } from '../../faults/alter-response.ts'
import { alterUsage } from '../../faults/alter-usage.ts'
import type { FaultRules } from '../../faults/fault-rules.ts'
import type { Recorder } from '../../requests.ts'
import { TaskBook } from '../../tasks/task-book.ts'
import { findVendor } from '../../vendors.ts'
import { runSession } from './session.ts'

export type Upgrade = {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  sockets: WebSocketServer
  faults: FaultRules
  recorder: Recorder
  random: () => number
  serial: number
}

/** Opens a realtime session, or refuses it over plain HTTP. */
export async function upgradeRealtime(upgrade: Upgrade): Promise<void> {
  const { request, socket, recorder } = upgrade
  socket.on('error', () => socket.destroy())
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { vendor, path } = findVendor(url.pathname, request.headers)
  const call = callOf(upgrade, url, path)
  const recorded = recorder.received(() => ({
    serial: call.serial,
    vendor: vendor.name,
    method: 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: {},
    events: [],
    key: call.key,
    model: call.model,
    receivedAt: Date.now(),
  }))
  const plan = upgrade.faults.take({ key: call.key, model: call.model, path: url.pathname }) ?? {}
  call.counts = plan.usage?.counts
  call.usage = (counted) => alterUsage(counted, plan.usage)
  if (plan.delay?.headersMs !== undefined)
    await setTimeout(plan.delay.headersMs + Math.round((plan.delay.jitterMs ?? 0) * upgrade.random()))
  if (plan.silent) return
  if (plan.cut?.at === 'before-headers') return void socket.destroy()
  const refused = replacedResponse(call, vendor, plan) ?? refusalOf(call, vendor)
  if (refused) {
    socket.end(httpText(refused))
    recorder.responded(recorded, refused.status)
    return
  }
  const client = await accept(upgrade)
  client.once('close', (code) => {
    if (code === 1006) recorder.aborted(recorded)
    else recorder.responded(recorded, 101)
  })
  runSession({ call, client, plan, isBeta: isBeta(call), onEvent: (event) => recorded?.events?.push(event) })
}

const callOf = ({ request, serial }: Upgrade, url: URL, path: string): Call => ({
  serial,
  method: 'GET',
  path,
  query: url.searchParams,
  headers: request.headers,
  body: {},
  bytes: Buffer.alloc(0),
  key: credentialOf(request.headers, url.searchParams) || (url.searchParams.get('api-key') ?? ''),
  model: url.searchParams.get('model') ?? url.searchParams.get('deployment') ?? '',
  origin: '',
  tasks: new TaskBook(false), // a realtime session has no tasks
  usage: (counted) => counted,
})

const isBeta = (call: Call): boolean =>
  call.headers['openai-beta'] === 'realtime=v1' ||
  subprotocolsOf(call.headers).includes('openai-beta.realtime-v1') ||
  call.query.has('api-version')

function refusalOf(call: Call, vendor: Vendor): Whole | undefined {
  try {
    const isDated = call.path === '/openai/realtime'
    if (!isDated && call.path !== '/v1/realtime' && call.path !== '/openai/v1/realtime')
      throw vendor.refuse(404, 'Invalid URL')
    if (isDated && !call.query.has('api-version')) throw vendor.refuse(404, 'Resource not found')
    if (call.key === '' || isWrongKey(call.key)) throw vendor.refuse(401, 'Incorrect API key provided.')
    if (call.model === '') throw vendor.refuse(400, 'you must provide a model parameter')
    if (call.model.includes('realtime-preview') && !isBeta(call))
      throw vendor.refuse(400, 'This model needs the header openai-beta: realtime=v1.')
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse()
    throw error
  }
}

const accept = ({ request, socket, head, sockets }: Upgrade): Promise<WebSocket> =>
  new Promise((resolve) => sockets.handleUpgrade(request, socket, head, resolve))
