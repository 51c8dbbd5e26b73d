import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { withJsonInstruction } from '../../translate/json/json-instruction.ts'
import { listOf, objectOf } from '../../translate/json/json-values.ts'
import { removeFields } from '../../translate/json/remove-fields.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { Target } from '../provider.ts'
import { cleanTools, shapeMessages } from './messages.ts'
import type { RequestQuirks } from './quirks.ts'

/** A chat in the OpenAI format for an upstream with quirks. Unknown fields pass. */
export function shapeChat(chat: ChatRequest, target: Target, quirks: RequestQuirks): JsonObject {
  const request = quirks.json ? withJsonInstruction(chat, quirks.json) : chat
  const body = withoutReserved(request, target.setting)
  const refused = quirks.refusedFields?.find((name) => isGiven(body[name]))
  if (refused !== undefined) throw unsupported(`this provider does not support ${refused}`, refused)
  body.model = target.model
  body.messages = shapeMessages(request.messages, quirks)
  if (quirks.dropsExtensions && request.tools) body.tools = cleanTools(request.tools)
  shapeLimit(body, quirks.limitField)
  clamp(body, 'temperature', quirks.temperature)
  clamp(body, 'top_p', quirks.topP)
  if (quirks.stop) shapeStop(body, quirks.stop)
  if (quirks.efforts) shapeEffort(body, quirks.efforts)
  if (quirks.droppedFields) removeFields(body, quirks.droppedFields)
  // Usage is requested whether or not the client did: the charge is computed from it.
  if (body.stream === true && quirks.streamOptions === 'include_usage')
    body.stream_options = { ...objectOf(body.stream_options), include_usage: true }
  else removeFields(body, streamOptions)
  return body
}

const streamOptions = ['stream_options']
const limitFields = ['max_tokens', 'max_completion_tokens']

/** An empty list has no effect. */
const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

function shapeLimit(body: JsonObject, field: RequestQuirks['limitField']): void {
  const { max_tokens, max_completion_tokens } = body
  // Never both. OpenAI's newer field wins where the upstream knows both.
  if (!field) {
    if (max_completion_tokens !== undefined) delete body.max_tokens
    return
  }
  const limits = [max_tokens, max_completion_tokens].filter((limit) => typeof limit === 'number')
  removeFields(body, limitFields)
  if (limits.length > 0) body[field] = Math.min(...limits)
}

function shapeEffort(body: JsonObject, efforts: Readonly<Record<string, string>>): void {
  const effort = body.reasoning_effort
  if (typeof effort === 'string' && Object.hasOwn(efforts, effort)) body.reasoning_effort = efforts[effort]
}

function clamp(body: JsonObject, name: string, bounds: readonly [number, number] | undefined): void {
  const value = body[name]
  if (bounds && typeof value === 'number') body[name] = Math.min(Math.max(value, bounds[0]), bounds[1])
}

function shapeStop(body: JsonObject, { countMax, fits }: NonNullable<RequestQuirks['stop']>): void {
  const stops = typeof body.stop === 'string' ? [body.stop] : listOf(body.stop)
  const sequences = stops.filter(
    (sequence) => typeof sequence === 'string' && sequence !== '' && (!fits || fits(sequence)),
  )
  if (sequences.length > 0) body.stop = sequences.slice(0, countMax)
  else delete body.stop
}
