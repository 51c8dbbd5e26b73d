// Loaded before the server of a process: names on standard error every OpenTelemetry module that is loaded.
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    const name = /\/node_modules\/(@opentelemetry\/[^/]+)\//.exec(url)?.[1]
    if (name) writeSync(2, `${name}\n`)
    return next(url, context)
  },
})
