/**
 * Whether a body is a form. `instanceof` would load Node's own fetch, where the class is from: 6 MB that most servers never
 * need. No JSON has a symbol among its names.
 */
export const isForm = (body: unknown): body is FormData =>
  typeof body === 'object' && body !== null && Symbol.toStringTag in body && body[Symbol.toStringTag] === 'FormData'
