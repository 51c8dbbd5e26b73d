import assert from 'node:assert/strict'
import type { Fault } from '../../../../mock-upstream/faults/fault.ts'
import { assertFree } from '../books.ts'
import { attemptsIn } from '../repeated-requests.ts'
import { eventsIn } from '../send.ts'
import { assertUsed, driveChat, type Price, response, usedBy, usedUntil } from './chat-driver.ts'
import type { MoneySuite } from './money-suite.ts'
import { testVariants } from './test-variants.ts'
import type { ChatCase } from './wire-cases.ts'

type Failure = { variant: string; fault: Fault; isOwn?: true }

/** Failures before the first words that another channel might not have. */
const early = (isStream: boolean): Failure[] => [
  { variant: 'a refusal', fault: { kind: 'status', status: 500 } },
  { variant: 'a hang-up before the head', fault: { kind: 'cut', at: 'before-headers' } },
  isStream
    ? { variant: 'an error as the first event', fault: { kind: 'error-event', afterChunks: 0 }, isOwn: true }
    : { variant: 'an error in a 200', fault: { kind: 'error-in-200' }, isOwn: true },
  { variant: 'an empty response', fault: { kind: 'silent', how: 'empty' } },
  { variant: 'a hang-up inside the first event', fault: { kind: 'cut', at: 'inside', afterChunks: 0 } },
]
/** The upstream did the work: to have it done again would be billed twice. */
const unreadable: Failure = { variant: 'invalid JSON', fault: { kind: 'invalid-json' } }

const eventsBefore = 8
/** Failures behind the first words of a stream. */
const late: Failure[] = [
  { variant: 'a hang-up', fault: { kind: 'cut', at: 'after-chunks', afterChunks: eventsBefore } },
  { variant: 'a hang-up inside an event', fault: { kind: 'cut', at: 'inside', afterChunks: eventsBefore } },
  {
    variant: 'an end without a reason',
    fault: { kind: 'cut', at: 'after-chunks', afterChunks: eventsBefore, how: 'end' },
  },
  { variant: 'an error as a later event', fault: { kind: 'error-event', afterChunks: eventsBefore }, isOwn: true },
  { variant: 'invalid JSON', fault: { kind: 'invalid-json', afterChunks: eventsBefore } },
]

/** What happens to responses that fail, and who pays for them. */
export function chatFailures(suite: MoneySuite, chat: ChatCase, price: Price): void {
  const { call, textIn } = driveChat(suite, chat)
  const { account, books, fault, tried } = suite
  const some = (variants: Failure[]) => suite.some(chat, variants)

  for (const isStream of [false, true]) {
    const manner = isStream ? 'a stream' : 'a whole response'

    const failures = early(isStream && chat.streams)
    const failing = some([...failures, unreadable]).map((each) => ({ ...each, mine: account(chat.channel) }))
    testVariants(`${manner} that never came costs nothing`, failing, async ({ fault: each, mine }) => {
      fault(mine, each)
      const { status, text } = await call(mine, isStream)
      assert.ok(status >= 400, `${status} ${text}`)
      assertFree(await books(mine))
    })

    const retried = some(failures).map((each) => ({ ...each, mine: account(chat.channel, chat.channel) }))
    testVariants(
      `${manner} comes from the next channel when the first brings none, and that one alone is paid`,
      retried,
      async ({ fault: each, mine }) => {
        fault(mine, each)
        const { status, text } = await call(mine, isStream)
        assert.equal(status, 200, text)
        assert.equal(textIn(text, isStream), response)
        assert.deepEqual(attemptsIn(tried(mine), each), [0, 1])
        const row = assertUsed(await books(mine), usedBy(chat), price)
        assert.equal(row.channel, mine.channels[1]?.id)
      },
      chat.defects['next channel'],
    )
  }

  if (!chat.streams) return
  const breaking = some(late).map((each) => ({ ...each, mine: account(chat.channel, chat.channel) }))
  testVariants(
    'a stream that breaks behind its first words says so, is charged as far as it came, and begins nowhere else',
    breaking,
    async ({ fault: each, mine }) => {
      fault(mine, each)
      const { status, text } = await call(mine, true)
      assert.equal(status, 200, text)
      const said = textIn(text, true)
      assert.ok(said.length > 0 && said.length < response.length && response.startsWith(said), text)
      assert.ok(chat.format.errorIn(eventsIn(text)), text.slice(-500))
      assert.ok(!chat.format.isComplete(text), text.slice(-500))
      assert.deepEqual(tried(mine), [0])
      const { stream_status } = assertUsed(await books(mine), usedUntil(chat, said), price).other
      assert.deepEqual([stream_status.status, stream_status.end_reason], ['error', 'failed'])
    },
    chat.defects['broken stream'],
  )
}
