/**
 * In place of `instanceof FormData` (docs/decisions/0022), which loads Node's own fetch: 6 MB that most servers never need.
 * JSON cannot pass for a form, because it has no symbols among its names.
 */
export const isForm = (body: unknown): body is FormData =>
  typeof body === 'object' && body !== null && Symbol.toStringTag in body && body[Symbol.toStringTag] === 'FormData'
