import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'

/**
 * A password hash takes a core for tens of milliseconds, and tests sign the same people in again and again. The hash of the
 * same password, salt and parameters is always the same, so what this process has derived once it does not derive again.
 * The tests of how passwords are hashed do not load this.
 */
const derive = crypto.argon2
const known = new Map<string, Buffer<ArrayBuffer>>()

mock.method(crypto, 'argon2', (...[algorithm, parameters, callback]: Parameters<typeof derive>) => {
  const question = JSON.stringify([algorithm, parameters])
  const tag = known.get(question)
  if (tag) return void setImmediate(callback, null, tag)
  derive(algorithm, parameters, (error, derived) => {
    if (!error) known.set(question, derived)
    callback(error, derived)
  })
})
syncBuiltinESMExports()
