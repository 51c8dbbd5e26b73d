import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { isLongRun } from './long-run.ts'

/**
 * A password hash takes a core for fifty milliseconds, and every server that starts on a fresh database makes one, for the root
 * account. In this process hashes are derived with the least memory and work that the algorithm allows; their text still names
 * the parameters of the server. The tests of how passwords are hashed do not load this. A server in a process of its own does
 * not either: it cannot check a password that was stored from here, but it knows the sessions and access tokens.
 */
const { argon2, argon2Sync, scrypt } = crypto
const cheap = (parameters: Argon2Parameters) => ({ ...parameters, memory: 8 * parameters.parallelism, passes: 1 })

mock.method(crypto, 'argon2', (...[algorithm, parameters, callback]: Parameters<typeof argon2>) =>
  argon2(algorithm, cheap(parameters), callback),
)
mock.method(crypto, 'argon2Sync', (...[algorithm, parameters]: Parameters<typeof argon2Sync>) =>
  argon2Sync(algorithm, cheap(parameters)),
)
// The key of a backup is sealed with tenths of a second of work: the long run does it. A process that makes a backup for a test
// loads this file too.
if (!isLongRun)
  mock.method(crypto, 'scrypt', (...[passphrase, salt, length, , callback]: Required<Parameters<typeof scrypt>>) =>
    scrypt(passphrase, salt, length, { N: 2 }, callback),
  )
syncBuiltinESMExports()
