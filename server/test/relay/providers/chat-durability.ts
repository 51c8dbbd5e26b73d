import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driveChat, response } from './chat-driver.ts'
import { socketsRead, soon } from './client-call.ts'
import type { MoneySuite } from './money-suite.ts'
import type { ChatCase } from './wire-cases.ts'

/** No client sees the end of a response before its charge is durable. */
export function chatDurability(suite: MoneySuite, chat: ChatCase): void {
  const { call, begin, deliver, textIn } = driveChat(suite, chat)
  const { account, holdResponse } = suite
  const { format } = chat

  const whole = account(chat.channel)
  test('a whole response waits for its charge', async () => {
    const capture = suite.ledger.holdCapture(whole.user_id)
    const client = begin(whole, false)
    let hasResponse = false
    void client.response.then(() => {
      hasResponse = true
    })
    await soon('the charge', capture.sent)
    await socketsRead()
    assert.equal(hasResponse, false)
    capture.release()
    assert.equal(await soon('the response', client.over), 'ended')
    assert.equal(textIn(client.text(), false), response)
  })

  const streamed = account(chat.channel)
  test('the end of a stream waits for its charge', async () => {
    const held = chat.streams ? holdResponse(streamed) : undefined
    const capture = suite.ledger.holdCapture(streamed.user_id)
    const client = begin(streamed, true)
    if (held) await deliver(held, client, 1) // the client reads along when the end comes
    await held?.end()
    await soon('the charge', capture.sent)
    await socketsRead()
    assert.ok(!format.isComplete(client.text()), client.text().slice(-500))
    capture.release()
    assert.equal(await soon('the end', client.over), 'ended')
    assert.ok(format.isComplete(client.text()), client.text().slice(-500))
    assert.equal(textIn(client.text(), true), response)
  })

  for (const isStream of [false, true]) {
    const unkept = account(chat.channel)
    test(`the end of ${isStream ? 'a stream' : 'a whole response'} does not come if nothing can keep its charge`, async () => {
      suite.ledger.refuseCaptures(unkept.user_id)
      const { status, text } = await call(unkept, isStream)
      assert.ok(!format.isComplete(text), text.slice(-500))
      assert.match(text, /cannot take requests right now/)
      if (isStream) return
      assert.equal(status, format.unavailableStatus)
      assert.doesNotMatch(text, /sun sky/)
    })
  }
}
