import assert from 'node:assert/strict'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { journeys } from '../journey.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { call, chooseModel, claude, done, enter, gemini, givenUser, gpt, lastResponse } from './playground-steps.ts'

const journey = journeys()
withUpstream()

const balanceOf = async (server: TestServer, id: number) => {
  const row = await server.deps.store.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()
  return row.quota
}

journey('responses of three vendors stream, can be stopped, and cost what arrived', async ({ page, url, server }) => {
  const id = await givenUser(server, 'streamer')
  await enter(page, url, 'streamer')
  for (const model of [gpt, claude, gemini]) {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await chooseModel(page, model)
    const before = await balanceOf(server, id)
    const held = upstream().holdResponse({ model })
    await call(page, `one two three four five six seven ${'and so on '.repeat(10)}thirteen`)
    const pieces = await held.pieces
    assert.ok(pieces.length > 5, model)
    await held.release(4)
    await lastResponse(page).getByText('one two').waitFor()
    const stop = page.getByRole('button', { name: 'Stop' })
    await stop.click()
    await done(page, 'incomplete')
    await lastResponse(page).getByText('stopped').waitFor()
    assert.doesNotMatch((await lastResponse(page).textContent()) ?? '', /thirteen/)
    await lastResponse(page)
      .getByRole('link', { name: /^\$0\.\d+/ })
      .waitFor() // the log row says what was charged
    assert.ok((await balanceOf(server, id)) < before, `${model} was charged`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await done(page)
    await lastResponse(page).getByText('thirteen').waitFor()
    await lastResponse(page).getByText('2/2').waitFor()
  }
  await lastResponse(page)
    .getByRole('link', { name: /^\$0\.\d+/ })
    .click()
  await page.waitForURL(/\/log\?request_id=/)
  await page.getByText('How this was charged').waitFor()
})
