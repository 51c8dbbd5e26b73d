/** One event of a stream, before it is framed. */
export type Frame = { event?: string; data?: string; comment?: string }

/** How events become bytes: server-sent events, JSON lines, one JSON array in pieces, or a vendor's own framing. */
export type Framing = 'sse' | 'ndjson' | 'array' | ((frame: Frame, lineEnd: string) => string | Buffer)

export type Whole = {
  kind: 'whole'
  status: number
  type: string
  headers?: Record<string, string>
  body: string | Buffer
}

export type Stream = {
  kind: 'stream'
  type: string
  headers?: Record<string, string>
  framing: Framing
  frames: Frame[]
  /** The frame by which this stream reports a failure after its beginning. */
  fail(status: number, message: string): Frame
}

export type MockResponse = Whole | Stream

const jsonType = 'application/json'

export const json = (body: unknown, status = 200, headers?: Record<string, string>): Whole => ({
  kind: 'whole',
  status,
  type: jsonType,
  headers,
  body: JSON.stringify(body),
})

export const plain = (body: string | Buffer, type: string): Whole => ({ kind: 'whole', status: 200, type, body })

/** `failure` gives the event of a failed stream, or the refusal whose body is its data. */
export const eventStream = (
  frames: Frame[],
  failure: (status: number, message: string) => Frame | Refusal,
): Stream => ({
  kind: 'stream',
  type: 'text/event-stream; charset=utf-8',
  framing: 'sse',
  frames,
  fail(status, message) {
    const failed = failure(status, message)
    return failed instanceof Refusal ? dataFrame(failed.body) : failed
  },
})

export const dataFrame = (data: unknown): Frame => ({ data: JSON.stringify(data) })

/** A frame of the vendors that name each event twice: on its own line and inside the data. */
export const namedFrame = (data: { type: string; [field: string]: unknown }): Frame => ({
  event: data.type,
  data: JSON.stringify(data),
})

/** A response that is an error in the vendor's own format. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string> | undefined

  constructor(status: number, body: unknown, headers?: Record<string, string>) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }

  toResponse(): Whole {
    return json(this.body, this.status, this.headers)
  }
}

/** The result of `run`, or the response of the refusal that it throws. */
export async function orRefusal<Result>(run: () => Result | Promise<Result>): Promise<Result | Whole> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse()
    throw error
  }
}
