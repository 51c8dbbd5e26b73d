// Loaded before the server of a process: names on standard error every package that it loads, and at its end Node's own
// fetch where something has loaded that.
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
    if (name) writeSync(2, `${name}\n`)
    return next(url, context)
  },
})

// Not in the types: the names of the parts of Node that are loaded.
const { moduleLoadList } = process as unknown as { moduleLoadList: string[] }
process.on('exit', () => {
  if (moduleLoadList.includes('NativeModule internal/deps/undici/undici')) writeSync(2, "Node's fetch\n")
})
