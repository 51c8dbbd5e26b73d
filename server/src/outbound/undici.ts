import { createRequire } from 'node:module'
import type * as undici from 'undici'

const load = createRequire(import.meta.url)

// The parts of undici that are used. An import of the whole would load its fetch, caches and mocks as well: 7 MB.
export const UndiciClient = load('undici/lib/dispatcher/client.js') as typeof undici.Client
export const buildConnector = load('undici/lib/core/connect.js') as typeof undici.buildConnector
