import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { eventually } from '../../harness/eventually.ts'
import { price, type Talker, talk, userText } from '../../harness/realtime-harness.ts'
import { assertCharged, type Books } from '../books.ts'
import type { Account } from './accounts.ts'
import { prompt, response } from './chat-driver.ts'
import { soon } from './client-call.ts'
import type { MoneySuite } from './money-suite.ts'
import type { RealtimeCase } from './wire-cases.ts'

/** In the words of both generations of the protocol. */
const textOnly = {
  type: 'session.update',
  session: { modalities: ['text'], output_modalities: ['text'] },
}

/** What realtime sessions cost, however they end. */
export function realtimeMoney(suite: MoneySuite, { model, channel }: RealtimeCase): void {
  const { relay, account, books, fault, tried } = suite

  /** A session in which one text message has been sent. */
  async function call({ key }: Account): Promise<Talker> {
    const client = talk(relay.url, model, { key })
    await client.until('session.created')
    client.send(textOnly)
    await client.until('session.updated')
    client.send(userText(prompt))
    client.send({ type: 'response.create' })
    return client
  }

  /** The session ends; gives its books when it is settled. */
  async function end(mine: Account, work: () => unknown): Promise<Books> {
    const settled = suite.ledger.nextSettlement(mine.user_id)
    await work()
    await soon('the charge', settled)
    return books(mine)
  }

  function assertUsed(session: Books, input: number, output: number) {
    const row = assertCharged(session, input * price.input + output * price.output)
    assert.deepEqual([row.prompt_tokens, row.completion_tokens], [input, output])
    return row
  }

  const billed = account(channel)
  test('a session is charged what the upstream says it used', async () => {
    fault(billed, { kind: 'usage', counts: { input: 1234, output: 567 } })
    const client = await call(billed)
    await client.until('response.done')
    assertUsed(await end(billed, () => client.socket.close(1000)), 1234, 567)
  })

  const uncounted = account(channel)
  test('a session without usage is charged by our own count, and administrators are told', async () => {
    fault(uncounted, { kind: 'usage', how: 'missing' })
    const client = await call(uncounted)
    await client.until('response.done')
    const session = await end(uncounted, () => client.socket.close(1000))
    const row = assertUsed(session, countTokens(prompt), countTokens(response))
    assert.equal(row.other.admin_info.local_count_tokens, true)
  })

  const left = account(channel)
  test('a client that hangs up pays for what it heard, and the session with the upstream is closed', async () => {
    const opened = relay.mock.requests.nextRequest(({ key }) => key === left.channels[0]?.key)
    const client = await call(left)
    await client.until('response.content_part.done')
    const session = await end(left, () => client.socket.terminate())
    const record = await opened
    await eventually('the upstream session is closed', () => record.abortedAt ?? record.respondedAt)
    const [row] = session.rows
    assert.equal(row?.other.stream_status.end_reason, 'client_gone')
    assert.ok((row?.completion_tokens ?? 0) >= countTokens(response), `${row?.completion_tokens}`)
    assertUsed(session, row?.prompt_tokens ?? 0, row?.completion_tokens ?? 0)
  })

  const retried = account(channel, channel)
  test('a session comes from the next channel when the first refuses, and that one alone is paid', async () => {
    fault(retried, { kind: 'status', status: 500 })
    const client = await call(retried)
    await client.until('response.done')
    const session = await end(retried, () => client.socket.close(1000))
    assert.deepEqual(tried(retried), [0, 1])
    assert.equal(session.rows[0]?.channel, retried.channels[1]?.id)
    assert.ok((session.rows[0]?.quota ?? 0) > 0)
  })
}
