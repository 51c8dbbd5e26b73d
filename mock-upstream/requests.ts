import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { Call } from './exchange/call.ts'
import type { JsonObject } from './exchange/json.ts'

/** A part of a form, as it arrived. */
export type RecordedPart = { name: string; value?: string; filename?: string; type?: string; bytes?: number }

export type RecordedRequest = {
  serial: number
  vendor: string
  method: string
  /** The requested path with the vendor's prefix and without the query. */
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: JsonObject
  parts?: RecordedPart[]
  /** The client's events over a WebSocket. */
  events?: JsonObject[]
  key: string
  model: string
  /** Milliseconds since 1970, like every time here. */
  receivedAt: number
  status?: number
  respondedAt?: number
  /** When the client disconnected before its response was complete. */
  abortedAt?: number
}

type Counters = { received: number; responded: number; aborted: number }

export type Requests = {
  /** The last thousand calls, oldest first. */
  list(): RecordedRequest[]
  last(): RecordedRequest | undefined
  counters: Readonly<Counters>
  clear(): void
  /** The next matching call to arrive. */
  nextRequest(fits?: (request: RecordedRequest) => boolean): Promise<RecordedRequest>
  /** The next matching call that its client aborts. */
  nextAbort(fits?: (request: RecordedRequest) => boolean): Promise<RecordedRequest>
}

export type Recorder = Requests & {
  received(request: () => RecordedRequest): RecordedRequest | undefined
  responded(request: RecordedRequest | undefined, status: number): void
  aborted(request: RecordedRequest | undefined): void
}

const keptMax = 1000

/** Records requests. Without recording only the counters change, so that a benchmark pays for nothing else. */
export function createRecorder(isRecording: boolean): Recorder {
  const events = new EventEmitter().setMaxListeners(0)
  const counters: Counters = { received: 0, responded: 0, aborted: 0 }
  let kept: RecordedRequest[] = []
  let oldest = 0

  const next = (name: 'received' | 'aborted', fits: (request: RecordedRequest) => boolean = () => true) =>
    new Promise<RecordedRequest>((resolve, reject) => {
      if (!isRecording) reject(new Error('requests are not recorded'))
      const look = (request: RecordedRequest) => {
        if (!fits(request)) return
        events.off(name, look)
        resolve(request)
      }
      events.on(name, look)
    })
  const list = () => [...kept.slice(oldest), ...kept.slice(0, oldest)]
  return {
    list,
    last: () => list().at(-1),
    counters,
    clear() {
      kept = []
      oldest = 0
      Object.assign(counters, { received: 0, responded: 0, aborted: 0 })
    },
    nextRequest: (fits) => next('received', fits),
    nextAbort: (fits) => next('aborted', fits),
    received(describe) {
      counters.received++
      if (!isRecording) return undefined
      const request = describe()
      if (kept.length < keptMax) kept.push(request)
      else {
        kept[oldest] = request
        oldest = (oldest + 1) % keptMax
      }
      events.emit('received', request)
      return request
    },
    responded(request, status) {
      counters.responded++
      if (!request) return
      request.status = status
      request.respondedAt = Date.now()
    },
    aborted(request) {
      counters.aborted++
      if (!request) return
      request.abortedAt = Date.now()
      events.emit('aborted', request)
    },
  }
}

/** The record of a call. `path` has the vendor's prefix. */
export const recordOf = (call: Call, vendor: string, path: string): RecordedRequest => ({
  serial: call.serial,
  vendor,
  method: call.method,
  path,
  query: Object.fromEntries(call.query),
  headers: call.headers,
  body: call.body,
  parts: call.form && partsOf(call.form),
  key: call.key,
  model: call.model,
  receivedAt: Date.now(),
})

/** A form as a list, in the order of its fields. */
const partsOf = (form: FormData): RecordedPart[] =>
  [...form].map(([name, value]) =>
    typeof value === 'string' ? { name, value } : { name, filename: value.name, type: value.type, bytes: value.size },
  )
