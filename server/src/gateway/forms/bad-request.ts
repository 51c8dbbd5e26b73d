/** The client's mistake, found while its request was translated, with the field it is in. */
export class BadRequest extends Error {
  readonly param: string | undefined
  readonly code: string | undefined
  constructor(message: string, param?: string, code?: string) {
    super(message)
    this.param = param
    this.code = code
  }
}
