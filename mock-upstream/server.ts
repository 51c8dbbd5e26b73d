import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { control } from './control.ts'
import type { Call, Vendor } from './exchange/call.ts'
import { credentialOf } from './exchange/call.ts'
import { type Body, readBody } from './exchange/read-body.ts'
import { type MockResponse, orRefusal } from './exchange/response.ts'
import { serveSocket } from './exchange/serve-socket.ts'
import { writeResponse } from './exchange/write-response.ts'
import { alterResponse, replacedResponse } from './faults/alter-response.ts'
import { alterUsage } from './faults/alter-usage.ts'
import type { Match, Plan } from './faults/fault.ts'
import { createFaultRules, type FaultRules } from './faults/fault-rules.ts'
import { type Connection, writeHeld, writeWithFaults } from './faults/write-with-faults.ts'
import { createHeldResponses, type HeldResponse, type HeldSteps } from './held-responses.ts'
import { upgradeRealtime } from './openai/realtime/upgrade-realtime.ts'
import { createRecorder, type RecordedRequest, type Recorder, type Requests, recordOf } from './requests.ts'
import { TaskBook } from './tasks/task-book.ts'
import { findVendor, type VendorName } from './vendors.ts'
export type MockUpstream = {
  url: string
  /** The base URL of one vendor. */
  urlOf(vendor: VendorName): string
  requests: Requests
  /** How many connections came from each address. */
  connectionsFrom: ReadonlyMap<string, number>
  faults: FaultRules
  /** Pictures, songs and videos, and their clock. */
  tasks: TaskBook
  /** Holds the response to the next matching call. The test releases it piece by piece. */
  holdResponse(match: Match): HeldResponse
  stop(): Promise<void>
}

export type MockUpstreamOptions = {
  port?: number
  /** False keeps only the counters and records no request. */
  record?: boolean
  random?: () => number
  /** Tasks follow the real clock. Otherwise a test advances their clock. */
  tasksRun?: boolean
}

const noQuery = new URLSearchParams()

/** Starts the server on the loopback address. Port 0 chooses a free one. */
export async function startMockUpstream(options: MockUpstreamOptions = {}): Promise<MockUpstream> {
  const { port = 0, record = true, random = Math.random, tasksRun = false } = options
  const faults = createFaultRules()
  const heldResponses = createHeldResponses()
  const recorder = createRecorder(record)
  const tasks = new TaskBook(tasksRun)
  let serial = 0
  let serverUrl = ''

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/'
    const mark = target.indexOf('?')
    const fullPath = mark === -1 ? target : target.slice(0, mark)
    const query = mark === -1 ? noQuery : new URLSearchParams(target.slice(mark + 1))
    const { vendor, path } = findVendor(fullPath, request.headers)
    const body = await readBody(request, vendor)
    const model = vendor.modelOf?.(path, body.content) ?? modelOf(path, body)
    const key = vendor.keyOf?.(request.headers, query, path) ?? credentialOf(request.headers, query)
    const method = request.method ?? 'GET'
    const isControl = fullPath.startsWith('/control/')
    const call: Call = {
      serial: isControl ? 0 : ++serial,
      method,
      path,
      query,
      headers: request.headers,
      body: body.content,
      bytes: body.bytes,
      form: body.form,
      key,
      model,
      origin: serverUrl,
      tasks,
      usage: (counted) => counted,
    }
    if (isControl) return writeResponse(response, control(call, { faults, requests: recorder, tasks }))

    const recorded = recorder.received(() => recordOf(call, vendor.name, fullPath))
    const plan = faults.take({ key, model, path: fullPath })
    const held = heldResponses.take({ key, model, path: fullPath })
    const watch = watchEnd(response, recorder, recorded)
    if (!plan && !held) return writeResponse(response, await responseOf(call, vendor, body))
    await writeAltered(call, { vendor, body, plan: plan ?? {}, held, connection: { response, random, ...watch } })
  }

  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (request.destroyed || response.headersSent) response.destroy()
      else response.writeHead(500).end(String(error))
    })
  })
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  })
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const upgrade = { request, socket, head, sockets, faults, heldResponses, recorder, random, serial: ++serial, tasks }
    const { vendor, path } = findVendor(url.pathname, request.headers)
    const destination = { url, vendor, path, origin: serverUrl }
    const handler = vendor.find('SOCKET', path)
    const served = handler ? serveSocket(upgrade, destination, handler) : upgradeRealtime(upgrade, destination)
    served.catch(() => socket.destroy())
  })

  // The server does not close upgraded connections, but waits for them to end.
  const connections = new Set<Socket>()
  const connectionsFrom = new Map<string, number>()
  server.on('connection', (connection) => {
    connections.add(connection)
    const { remoteAddress = '' } = connection
    connectionsFrom.set(remoteAddress, (connectionsFrom.get(remoteAddress) ?? 0) + 1)
    connection.once('close', () => connections.delete(connection))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server has a port
  return {
    url: serverUrl,
    urlOf: (vendor) => (vendor === 'openai' ? serverUrl : `${serverUrl}/${vendor}`),
    requests: recorder,
    connectionsFrom,
    faults,
    tasks,
    holdResponse: heldResponses.hold,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of connections) connection.destroy()
      }),
  }
}

type Altered = { vendor: Vendor; body: Body; plan: Plan; held: HeldSteps | undefined; connection: Connection }

/** Responds to a call that has faults, or whose response a test releases. */
async function writeAltered(call: Call, { vendor, body, plan, held, connection }: Altered): Promise<void> {
  call.counts = plan.usage?.counts
  call.usage = (counted) => alterUsage(counted, plan.usage)
  const response = alterResponse(replacedResponse(call, vendor, plan) ?? (await responseOf(call, vendor, body)), plan)
  if (held) await writeHeld(connection.response, response, plan, held)
  else await writeWithFaults(connection, response, plan)
}

const responseOf = (call: Call, vendor: Vendor, { problem }: Body): Promise<MockResponse> =>
  orRefusal(() => {
    const handler = vendor.find(call.method, call.path)
    if (!handler) throw vendor.refuse(404, `Invalid URL (${call.method} ${call.path})`)
    vendor.authenticate(call)
    if (problem === 'too large') throw vendor.refuse(413, 'The request is too large.')
    if (problem === 'wrong type') throw vendor.refuse(400, 'Unsupported content type: expected application/json.')
    if (problem) throw vendor.refuse(400, 'We could not parse the JSON body of your request.')
    return handler(call)
  })

/** Tells the recorder how a call ended. A call that a fault cut counts neither as responded nor as aborted. */
function watchEnd(response: ServerResponse, recorder: Recorder, recorded: RecordedRequest | undefined) {
  let isCut = false
  response.once('close', () => {
    if (response.writableFinished) recorder.responded(recorded, response.statusCode)
    else if (!isCut) recorder.aborted(recorded)
  })
  return {
    onCut() {
      isCut = true
    },
  }
}

/** The model of a call: in the body, in a form, or in the path. */
function modelOf(path: string, body: Body): string {
  const named = /\/(?:deployments|engines|models)\/([^/:]+)/.exec(path)?.[1]
  if (named !== undefined) return decoded(named)
  const requested = body.content.model ?? body.form?.get('model')
  return typeof requested === 'string' ? requested : ''
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a stray percent sign is part of the name
  }
}
