/** An error in a client's request, found during translation, with the field at fault. */
export class BadRequest extends Error {
  readonly param: string | undefined
  readonly code: string | undefined
  constructor(message: string, param?: string, code?: string) {
    super(message)
    this.param = param
    this.code = code
  }
}
