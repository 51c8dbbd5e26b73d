import { Refusal } from '../exchange/response.ts'

export const cohereError = (status: number, message: string): Refusal => new Refusal(status, { id: 'mock', message })

/** Refuses a body with any field that the endpoint does not have. */
export function checkFields(body: object, known: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find((name) => !known.has(name))
  if (unknown) throw cohereError(422, `unknown field: parameter '${unknown}' is not a valid field`)
}
