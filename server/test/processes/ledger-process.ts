import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createLedger } from '../../src/domain/money/wallet/ledger/ledger.ts'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import { createSlicedLedger } from '../../src/domain/money/wallet/slices/sliced-ledger.ts'
import { databaseClock } from '../../src/store/database-clock.ts'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { openStore } from '../../src/store/store.ts'
import { callBy, captureFor, holdFor, silent } from '../harness/ledger.ts'

export type Work = {
  main: DatabaseAddress
  spoolFolder: string
  /** Who pays: a user, or an organisation whose member `caller` calls. */
  user: number
  caller?: number
  token: number
  /** What may pay, where it is not the balance alone. */
  sources?: readonly number[]
  channel: number
  /**
   * hold: so many holds at once. post: the same top-up so often at once. load: calls until the balance is used up, so many at a time.
   * frozen: a call that stops the process when it has begun, until it is continued.
   */
  kind: 'hold' | 'post' | 'load' | 'frozen'
  count: number
  /** Whether it covers calls by slices; with a slice, it has one when it is ready. */
  slices?: 'none' | 'some' | 'one'
}

/**
 * A process that spends, for tests that start two or kill one. It says `ready`, waits for a line, and writes a line about
 * every acknowledgement it was given, synchronously: what was said before the process dies was said.
 */
const [text] = process.argv.slice(2)
if (!text) throw new Error('what to do?')
const {
  main,
  spoolFolder,
  user,
  caller,
  token,
  sources,
  channel,
  kind,
  count,
  slices = 'none',
} = JSON.parse(text) as Work
const newCall = () => ({ ...callBy(user, token), ...(caller && { caller_id: caller }), ...(sources && { sources }) })
const say = (...words: (string | number | boolean)[]) => writeSync(1, `${words.join(' ')}\n`)

const open = await openStore({ main, synchronous: 'FULL', poolSize: 2 })
const clock = databaseClock(open)
await clock.sync()
const exact = createLedger({ open, clock: clock.now, log: silent, spoolFolder })
/** How far the clocks of the slices run ahead. */
let aheadMs = 0
const clocks = () => ({ monotonic: performance.now() + aheadMs, wall: Date.now() + aheadMs })
const ledger = slices === 'none' ? exact : createSlicedLedger(exact, { clock: clock.now, log: silent, clocks })
await ledger.hold(holdFor(newCall(), 0, clock.now())) // connected before it matters
if (slices === 'one') await getSlice()
say('ready')
for await (const _ of createInterface({ input: process.stdin })) break

/** Until a call is covered. */
async function getSlice() {
  while (ledger.counts().sliced === 0) {
    const call = newCall()
    await ledger.hold(holdFor(call, 1, clock.now()))
    await ledger.release({ ...call, at: clock.now() })
  }
}

async function freezeInCall() {
  const call = newCall()
  const { sliced } = ledger.counts()
  await ledger.hold(holdFor(call, 10, clock.now()))
  say('began', call.request_id, ledger.counts().sliced > sliced)
  process.kill(process.pid, 'SIGSTOP')
  aheadMs = 1000 // a slice is trusted for less than this
  const { ok } = await ledger.hold(holdFor(newCall(), 10, clock.now()))
  say('next', ok)
  for (let times = 0; times < 2; times++) await ledger.capture(captureFor(call, 10, channel, clock.now()))
  say('charge', call.request_id, 10)
}

async function holdOnce() {
  const { ok } = await ledger.hold(holdFor(newCall(), 10, clock.now()))
  say('hold', ok)
}

async function postOnce() {
  const entry = { user_id: user, kind: 'top_up' as const, reference: 'order', amount: 50, at: clock.now() }
  say('post', await open.store.transaction().execute((transaction) => post(transaction, entry)))
}

async function callUntilRefused() {
  for (;;) {
    const call = newCall()
    const at = clock.now()
    const held = await ledger.hold(holdFor(call, 10, at))
    if (!held.ok && held.code === 'quota_insufficient') return
    if (!held.ok) continue
    const part = Math.random()
    if (part < 0.1) continue // a call that is never heard of again
    if (part < 0.4) await ledger.checkpoint({ ...call, accrued: 4, channel_id: channel, expires_at: at + 300 })
    if (part < 0.2) continue
    if (part > 0.9) {
      await ledger.release({ ...call, at })
      continue
    }
    const charge = 1 + Math.floor(Math.random() * 15)
    if ((await ledger.capture(captureFor(call, charge, channel, at))).ok) say('charge', call.request_id, charge)
  }
}

const once = { hold: holdOnce, post: postOnce, load: callUntilRefused, frozen: freezeInCall }[kind]
await Promise.all(Array.from({ length: count }, once))
await ledger.close()
await open.close()
process.exit()
