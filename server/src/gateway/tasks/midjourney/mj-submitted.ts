import { sanitiseMessage } from '../../entry/errors/sanitise.ts'
import type { JsonObject } from '../../forms/chat.ts'
import type { Channel } from '../../routing/channel.ts'
import { definedOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { Submitted, UpstreamReturned } from '../task-kind.ts'
import { type MjAction, opensWindow } from './actions.ts'
import { addressOf } from './mj-data.ts'

/** The upstream's codes: taken; taken before, or a window to confirm; taken and queued; no account to draw with. */
const code = { accepted: 1, exists: 21, queued: 22, noAccount: 3 } as const
const acceptance: ReadonlySet<number> = new Set([code.accepted, code.exists, code.queued])

/** Statuses that concern the channel rather than the task: a wrong key, or too many requests. */
const ofChannel: ReadonlySet<number> = new Set([401, 403, 429])

export type About = {
  action: MjAction
  /** The task continues no other one, so code 3 can only mean that there is no account. */
  isFresh: boolean
  /** When it was submitted; ms. */
  now: number
}

/** Reads the response to a submission. The client gets the upstream's own, except for the code. */
export function readSubmitted(response: UpstreamReturned, about: About, channel: Channel): Submitted {
  const { status, headers } = response
  const body = bodyOf(response)
  if (!body || ofChannel.has(status)) {
    if (status >= 300) throw failureOf(status, response.body, headers)
    throw badResponse(response.body === '' ? 'empty response body' : undefined)
  }
  const description = sanitiseMessage(textOf(body.description) ?? '', channel.secrets())
  const said = { ...body, description }
  const isTaken = status < 300 && acceptance.has(body.code)
  return isTaken ? accepted(said, about, channel) : refused(said, { status, ...about })
}

type Said = JsonObject & { code: number; description: string }

function bodyOf({ body }: UpstreamReturned): (JsonObject & { code: number }) | undefined {
  const isSaid = isObject(body) && Number.isSafeInteger(body.code)
  return isSaid ? (body as JsonObject & { code: number }) : undefined
}

function refused(said: Said, { status, isFresh }: About & { status: number }): Submitted {
  const { code: given, description, properties } = said
  const promptEn = textOf(objectOf(properties)?.promptEn)
  return {
    isAccepted: false,
    reason: description || `code ${given}`,
    data: definedOf({ code: given, description, prompt_en: promptEn, properties }),
    response: { status, body: said },
    ...(given === code.noAccount && isFresh && { channelFault: 'No available account instance' }),
  }
}

function accepted(said: Said, about: About, channel: Channel): Submitted {
  const { action } = about
  const isWindow = said.code === code.exists && opensWindow(action)
  const kept = definedOf({ code: said.code, description: said.description, properties: objectOf(said.properties) })
  return {
    isAccepted: true,
    ...ended(said, kept, about, isWindow),
    // A face is swapped at once. A queued or repeated swap is not charged.
    isCharged: !opensWindow(action) && (action !== 'SWAP_FACE' || said.code === code.accepted),
    canCancel: channel.provider.cancelsTasks === true,
    response: { status: 200, body: { ...said, code: isWindow ? code.exists : code.accepted } },
  }
}

/** The id and state of an accepted task; some have ended by then. */
function ended(said: Said, data: JsonObject, { action, now }: About, isWindow: boolean) {
  if (action === 'UPLOAD') {
    const addresses = (Array.isArray(said.result) ? said.result : [said.result]).filter((one) => textOf(one))
    const uploaded = definedOf({ ...data, description: addresses.join('\n'), image_url: addressOf(addresses[0]) })
    return { task_id: '', report: { status: 'SUCCESS' as const, start_time: now, data: uploaded } }
  }
  const task_id = idOf(said.result)
  const { status, imageUrl } = objectOf(said.properties) ?? {}
  if (said.code === code.exists && status === 'SUCCESS') {
    const drawn = definedOf({ ...data, image_url: addressOf(imageUrl) })
    return { task_id, report: { status: 'SUCCESS' as const, start_time: now, finish_time: now, data: drawn } }
  }
  const begins = action === 'SWAP_FACE' && { start_time: now }
  return { task_id, report: { status: isWindow ? ('MODAL' as const) : ('NOT_START' as const), ...begins, data } }
}

/** Usually a text; some upstreams send a number, or a list of one. */
function idOf(result: unknown): string {
  const first: unknown = Array.isArray(result) ? result[0] : result
  const id = typeof first === 'number' ? String(first) : (textOf(first) ?? '')
  if (!/^[\w.:~-]{1,200}$/.test(id)) throw badResponse()
  return id
}
