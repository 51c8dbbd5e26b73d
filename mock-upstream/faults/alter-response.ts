import type { Call, Vendor } from '../exchange/call.ts'
import { type Frame, json, type MockResponse, type Stream, type Whole } from '../exchange/response.ts'
import type { Plan } from './fault.ts'

/** The response with which a fault replaces the vendor's. */
export function replacedResponse(call: Call, vendor: Vendor, plan: Plan): Whole | undefined {
  if (plan.status) return statusResponse(vendor, plan.status)
  if (plan.redirect) {
    const { status = 302, location = `${call.origin}/redirected` } = plan.redirect
    return { ...json({}, status), headers: { location } }
  }
  if (plan.leak) {
    const carried = call.headers.authorization ?? call.key
    return vendor.refuse(plan.leak.status ?? 401, `Incorrect API key provided: ${carried}.`).toResponse()
  }
  if (plan['error-in-200']) {
    const { body = vendor.refuse(500, 'The model failed.').body } = plan['error-in-200']
    return json(body)
  }
  if (plan.silent?.how === 'empty') return { ...json(''), body: '' }
  return undefined
}

function statusResponse(vendor: Vendor, { status, body, headers }: NonNullable<Plan['status']>): Whole {
  if (body === undefined) {
    const response = vendor.refuse(status, `A fault sets the status ${status}.`).toResponse()
    return { ...response, headers: { ...response.headers, ...headers } }
  }
  if (typeof body !== 'string') return json(body, status, headers)
  return { ...json({}, status, headers), type: 'text/plain', body }
}

/** Changes the content of a response. write-with-faults.ts changes how its bytes are sent. */
export function alterResponse(response: MockResponse, plan: Plan): MockResponse {
  const altered = response.kind === 'whole' ? alterWhole(response, plan) : alterStream(response, plan)
  const type = plan['content-type']?.value ?? altered.type
  return { ...altered, type, headers: { ...altered.headers, ...plan.headers?.headers } }
}

function alterWhole(response: Whole, plan: Plan): Whole {
  let body = response.body
  const giant = plan['giant-line']
  if (giant) body = `{"padding":"${padding(giant.mebibytes)}",${body.toString().trimStart().slice(1)}`
  if (plan['invalid-json']) body = body.slice(0, Math.ceil(body.length / 2))
  if (plan['trailing-garbage']) body = `${body}${garbage(plan)}`
  return { ...response, body }
}

function alterStream(response: Stream, plan: Plan): Stream {
  let frames = [...response.frames]
  const last = frames.at(-1)
  if (plan.terminal && last) frames = [...frames.slice(0, -1), ...Array<Frame>(plan.terminal.copies).fill(last)]
  const invalid = plan['invalid-json']
  if (invalid) frames = withInvalidJson(frames, invalid.afterChunks ?? 0)
  const giant = plan['giant-line']
  if (giant) frames.splice(giant.afterChunks ?? 0, 0, { data: `{"padding":"${padding(giant.mebibytes)}"}` })
  const failure = plan['error-event']
  if (failure) frames = withFailure(frames, failure, response)
  if (plan.comments) {
    const comment = plan.comments.text ?? 'still here'
    frames = frames.flatMap((frame) => [{ comment }, frame])
  }
  return { ...response, frames }
}

/** Comments have no JSON, so they are not counted. */
function withInvalidJson(frames: Frame[], afterChunks: number): Frame[] {
  const broken = frames.filter(({ data }) => data !== undefined)[afterChunks]
  const half = (data = '') => data.slice(0, Math.ceil(data.length / 2))
  return frames.map((frame) => (frame === broken ? { ...frame, data: half(frame.data) } : frame))
}

function withFailure(frames: Frame[], failure: NonNullable<Plan['error-event']>, response: Stream): Frame[] {
  const at = failure.afterChunks ?? 0
  const own = response.fail(failure.status ?? 500, 'The model failed half way.')
  const frame = failure.body === undefined ? own : { ...own, data: JSON.stringify(failure.body) }
  return [...frames.slice(0, at), frame, ...(failure.carryOn ? frames.slice(at) : [])]
}

export const garbage = (plan: Plan): string => plan['trailing-garbage']?.text ?? '\n}}garbage after the end{{'

const padding = (mebibytes: number) => 'x'.repeat(Math.ceil(mebibytes * 1024 * 1024))
