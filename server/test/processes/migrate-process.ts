import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { migrate } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/store.ts'

/**
 * A process that migrates one database, for tests that kill it or start two. It says `ready`, waits for a line, and then
 * writes each event as a line of its own; synchronously, since SQLite does not let the event loop turn meanwhile.
 */
const [address, folder] = process.argv.slice(2)
if (!address) throw new Error('which database?')
const say = (event: string, fields: object = {}) => writeSync(1, `${JSON.stringify({ event, ...fields })}\n`)

say('ready')
for await (const _ of createInterface({ input: process.stdin })) break
const open = await openStore({ main: JSON.parse(address) as DatabaseAddress, synchronous: 'FULL', poolSize: 2 })
const outcome = await migrate(open, { log: { info: say }, ...(folder && { folder }) })
await open.close()
say('done', outcome)
process.exit()
