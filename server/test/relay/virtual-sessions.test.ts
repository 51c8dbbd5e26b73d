import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { modelHeader, virtualModelApi, virtualModelHeader } from '@turnpike/contract/routing/virtual-models'
import { dataOf } from '../harness/channel-admin.ts'
import {
  model as realtimeModel,
  refusalOf,
  talk,
  useRealtime,
  userText,
  writtenOnly,
} from '../harness/realtime-harness.ts'
import type { RelayServer } from '../harness/relay-harness.ts'
import { assertCharged, booksOf, settledBooks } from './books.ts'
import { send } from './send.ts'
import { useTaskRelay } from './tasks/given-tasks.ts'

async function givenVirtual(relay: RelayServer, name: string, models: readonly string[]): Promise<void> {
  const admin = relay.client()
  const username = `chief-of-${name}`
  await relay.given.user({ username, role: role.admin })
  await admin.signIn(username)
  const members = models.map((model) => ({ model, weight: 1 }))
  const body = { name, members, description: '', mode: 'order' as const, groups: [], is_enabled: true, fallback_on: [] }
  dataOf(await admin.call(virtualModelApi.create, { body }))
}

describe('a realtime session of a virtual model', () => {
  const given = useRealtime()

  test('is held with the first model that can hold one, which may be named by either name, and is charged as it', async () => {
    const { relay } = given
    // The first cannot hold a session, so it is passed over.
    await givenVirtual(relay, 'our-voice', ['claude-sonnet-4-5', realtimeModel])
    const mine = await relay.key({ model_limits: 'our-voice' })
    const { socket, send: say, until, closed } = talk(relay.url, 'our-voice', { key: mine.key })
    await once(socket, 'upgrade')
    await until('session.created')
    say({ ...writtenOnly, session: { ...writtenOnly.session, model: 'our-voice' } })
    await until('session.updated')
    say(userText('hello there'))
    say({ type: 'response.create' })
    await until('response.done')
    socket.close(1000)
    await closed
    const { rows, user } = await settledBooks(relay, mine)
    assert.deepEqual([rows[0]?.model_name, rows[0]?.other.virtual_model], [realtimeModel, 'our-voice'])
    assert.equal(user.used_quota, rows[0]?.quota)
  })

  test('is refused to a token that may use neither the name nor a model of it', async () => {
    const { relay } = given
    await givenVirtual(relay, 'our-other-voice', [realtimeModel])
    const { key } = await relay.key({ model_limits: 'gpt-4o' })
    const { status, body } = await refusalOf(talk(relay.url, 'our-other-voice', { key }))
    assert.deepEqual([status, body.error.code], [403, 'model_not_allowed'])
  })
})

describe('a video of a virtual model', () => {
  const relay = useTaskRelay('sqlite')

  test('is made by the first model that can make one, and charged as it', async () => {
    const place = relay.place()
    await place.channel({ models: 'sora-2,gpt-4o' })
    await place.channel({ type: 14, models: 'claude-sonnet-4-5', base_url: relay.mock.urlOf('anthropic') })
    const mine = await place.key({ model_limits: 'our-film' })
    await givenVirtual(relay, 'our-film', ['claude-sonnet-4-5', 'sora-2'])
    const made = await send(relay, '/v1/videos', {
      key: mine.key,
      body: { model: 'our-film', prompt: 'a cat walks', seconds: '8' },
    })
    assert.equal(made.status, 200, made.text)
    assert.deepEqual([made.headers.get(virtualModelHeader), made.headers.get(modelHeader)], ['our-film', 'sora-2'])
    const row = assertCharged(await booksOf(relay, mine), 0.8 * 500_000)
    assert.deepEqual([row.model_name, row.other.virtual_model], ['sora-2', 'our-film'])
  })
})
