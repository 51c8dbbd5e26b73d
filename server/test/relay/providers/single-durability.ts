import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrival, socketsRead, soon } from './client-call.ts'
import type { MoneySuite } from './money-suite.ts'
import { driveSingle } from './single-driver.ts'
import type { SingleCase } from './wire-cases.ts'

/** No client has the whole of a response before its charge is durable. */
export function singleDurability(suite: MoneySuite, single: SingleCase): void {
  const { begin } = driveSingle(suite, single)
  const { account, holdResponse } = suite
  const { passesThrough } = single.request

  const kept = account(single.channel)
  test('waits with its end for its charge', async () => {
    const held = holdResponse(kept)
    const capture = suite.ledger.holdCapture(kept.user_id)
    const client = begin(kept)
    await arrival(held, client)
    if (passesThrough) {
      await held.release(1)
      await soon('the head', client.response) // the client reads along when the end comes
    }
    await held.end()
    await soon('the charge', capture.sent)
    await socketsRead()
    const early = client.length()
    capture.release()
    assert.equal(await soon('the end', client.over), 'ended')
    assert.equal((await client.response).status, 200)
    assert.ok(early < client.length(), `${early} of ${client.length()} bytes came before the charge`)
    if (!passesThrough) assert.equal(early, 0)
  })

  const unkept = account(single.channel)
  test('does not come to its end if nothing can keep its charge', async () => {
    const held = holdResponse(unkept)
    suite.ledger.refuseCaptures(unkept.user_id)
    const client = begin(unkept)
    await arrival(held, client)
    await held.end()
    await soon('the end', client.over)
    const { status } = await client.response
    if (passesThrough !== 'sound') assert.match(client.text(), /cannot take requests right now/)
    if (passesThrough === 'sound') assert.equal(await client.over, 'broken')
    else if (!passesThrough) assert.equal(status, 503)
    else assert.doesNotMatch(client.text(), /\.(completed|done)"/)
  })
}
