import type { Language } from '@turnpike/contract/errors'
import { type RelayRefusalCode, relayRefusals } from '@turnpike/contract/relay-refusals'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'

export type RefusalCode = RelayRefusalCode
type Params = Record<string, string | number | Record<Language, string>>
type About = {
  params?: Params
  detail?: Record<string, unknown>
  retryAfterSeconds?: number
  param?: string
  /** The code of the client's dialect for this mistake, and its status, type and details if they differ. */
  dialectCode?: string
  status?: number
  type?: string
  details?: JsonObject
}

/** A refusal by the relay itself: a code for programs, a sentence for people, details for the log. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly about: About
  constructor(code: RefusalCode, about: About = {}) {
    super(code)
    this.code = code
    this.about = about
  }
  get status(): number {
    return this.about.status ?? relayRefusals[this.code].status
  }
  text(language: Language): string {
    return relayRefusals[this.code][language].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.about.params?.[name] ?? ''
      return String(typeof value === 'object' ? value[language] : value)
    })
  }
}

/** A malformed request, with the reason as one sentence. */
export const badRequest = (reason: string, param?: string, dialectCode?: string): Refusal =>
  new Refusal('invalid_request', { params: { reason }, ...(param && { param }), ...(dialectCode && { dialectCode }) })

/** No channel of the caller's group serves the model, now or after a wait. Other groups are not mentioned. */
export const modelNotFound = (model: string): Refusal =>
  new Refusal('model_not_found', { params: { model }, param: 'model' })

/** Channels of the caller's group serve the model, but none can be called now. */
export const noAvailableChannel = (model: string, group: string): Refusal =>
  new Refusal('no_available_channel', { params: { model, group } })

/** A mistake that a dialect or a provider found. */
export const refusalOfMistake = ({ message, param, code, about }: BadRequest): Refusal =>
  new Refusal('invalid_request', {
    params: { reason: message },
    ...(param && { param }),
    ...(code && { dialectCode: code }),
    ...about,
  })

/** Runs a translation. A client's mistake that it finds becomes a refusal. */
export function translated<Result>(translate: () => Result): Result {
  try {
    return translate()
  } catch (error) {
    if (error instanceof BadRequest) throw refusalOfMistake(error)
    throw error
  }
}
