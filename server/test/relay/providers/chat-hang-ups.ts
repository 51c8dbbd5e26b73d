import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeldResponse } from '../../../../mock-upstream/held-responses.ts'
import {
  assertUsed,
  counted,
  driveChat,
  type Price,
  textOfPieces,
  textPieces,
  usedBy,
  usedUntil,
} from './chat-driver.ts'
import { arrival, socketsRead, soon } from './client-call.ts'
import type { MoneySuite } from './money-suite.ts'
import { testVariants } from './test-variants.ts'
import type { ChatCase } from './wire-cases.ts'

type Moment = { variant: string; release(held: HeldResponse): Promise<void> }
const beforeFirstWords: Moment[] = [
  { variant: 'before the head', release: async () => {} },
  { variant: 'behind the head', release: (held) => held.releaseHead() },
]
const insideBody: Moment = { variant: 'inside the body', release: (held) => held.release(1) }

/** What a client pays that leaves before the end, and what becomes of the upstream call. */
export function chatHangUps(suite: MoneySuite, chat: ChatCase, price: Price): void {
  const { begin, deliver } = driveChat(suite, chat)
  const { account, holdResponse, leave } = suite

  for (const isStream of [false, true]) {
    const moments = isStream && chat.streams ? beforeFirstWords : [...beforeFirstWords, insideBody]
    const leaving = suite.some(chat, moments).map((moment) => ({ ...moment, mine: account(chat.channel) }))
    testVariants(
      `${isStream ? 'a stream' : 'a whole response'} that its client does not wait for costs the prompt, and the upstream call is aborted`,
      leaving,
      async ({ release, mine }) => {
        const held = holdResponse(mine)
        const client = begin(mine, isStream)
        client.response.catch(() => {}) // it never comes
        await arrival(held, client)
        await release(held)
        await socketsRead()
        assertUsed(await leave(mine, client), { ...counted, output: 0 }, price)
      },
    )
  }

  if (!chat.streams) return
  const middles = [3, textPieces - 1].map((pieces) => ({ variant: `after ${pieces} of ${textPieces} pieces`, pieces }))
  const inTheMiddle = suite.some(chat, middles).map((each) => ({ ...each, mine: account(chat.channel) }))
  testVariants(
    'a stream that its client leaves costs the prompt and what was delivered, and the upstream call is aborted',
    inTheMiddle,
    async ({ pieces, mine }) => {
      const held = holdResponse(mine)
      const client = begin(mine, true)
      await deliver(held, client, pieces)
      const row = assertUsed(await leave(mine, client), usedUntil(chat, textOfPieces(pieces)), price)
      assert.equal(row.other.stream_status.end_reason, 'client_gone')
    },
  )

  const atTheEnd = account(chat.channel)
  if (chat.endsWithLastEvent) {
    test('a stream is complete with its last event, though the upstream leaves the connection open', async () => {
      const held = holdResponse(atTheEnd)
      const client = begin(atTheEnd, true)
      await deliver(held, client, 1)
      await held.releasePieces()
      assert.equal(await soon('the end', client.over), 'ended')
      assertUsed(await suite.books(atTheEnd), usedBy(chat), price)
    })
    return
  }
  test('a stream that its client leaves when only its end is missing costs all of it', async () => {
    const held = holdResponse(atTheEnd)
    const client = begin(atTheEnd, true)
    await deliver(held, client, 1)
    // The relay waits only seconds for the end. On a busy machine it may be the first to go.
    const aborted = suite.aborted(atTheEnd)
    await held.releasePieces()
    await socketsRead()
    client.leave()
    assertUsed(await aborted, usedBy(chat), price)
  })
}
