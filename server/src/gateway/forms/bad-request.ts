import type { JsonObject } from './chat.ts'

/** An error in a client's request, found during translation, with the field at fault. */
export class BadRequest extends Error {
  readonly param: string | undefined
  readonly code: string | undefined
  /** Status and type for this mistake if they are not the usual ones, and details that the client's libraries read. */
  readonly about: { status?: number; type?: string; details?: JsonObject }
  constructor(message: string, param?: string, code?: string, about: BadRequest['about'] = {}) {
    super(message)
    this.param = param
    this.code = code
    this.about = about
  }
}
