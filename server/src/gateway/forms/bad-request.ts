import type { JsonObject } from './chat.ts'

/** An error in a client's request, found during translation, with the field at fault. */
export class BadRequest extends Error {
  readonly param: string | undefined
  readonly code: string | undefined
  /** The status of the client's dialect for this mistake if it is not 400, and details that its libraries read. */
  readonly about: { status?: number; details?: JsonObject }
  constructor(message: string, param?: string, code?: string, about: BadRequest['about'] = {}) {
    super(message)
    this.param = param
    this.code = code
    this.about = about
  }
}
