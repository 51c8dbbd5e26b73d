import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenKey, type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { soonerThan } from '../harness/sooner-than.ts'
import { type HostileHost, hostile, startHostileHost, writtenMax } from './hostile-host.ts'
import { chatBody, type Loose, send } from './send.ts'

/** Sooner than any deadline: a picture has 15 seconds, an upstream has minutes. */
const atOnceMs = 10_000
const path = '/v1/chat/completions'

describe('a host that sends', () => {
  let database: FreshDatabase
  let relay: RelayServer
  let host: HostileHost
  let others: GivenKey
  before(async () => {
    host = await startHostileHost()
    database = await freshDatabase('sqlite')
    relay = await startRelay(database.address, { MEDIA_FETCH_ALLOW: `127.0.0.1:${host.port}` })
    await relay.options({ ModelRatio: JSON.stringify({ llava: 1, 'gpt-4o': 1 }) })
    const elsewhere = relay.place()
    await elsewhere.channel()
    others = await elsewhere.key()
  })
  after(async () => {
    await relay.stop()
    await database.drop()
    await host.stop()
  })

  /** Makes a call while another user is served, and gives its error. Nothing is left of the call. */
  async function refusal({ key, user_id }: GivenKey, body: object): Promise<{ status: number; error: Loose }> {
    const asked = soonerThan(atOnceMs, send(relay, path, { key, body }))
    assert.equal((await send(relay, path, { key: others.key, body: chatBody() })).status, 200)
    const { status, json } = await asked
    await eventually('the connection is closed', () => host.open.size === 0)
    assert.ok(host.written < writtenMax, `${host.written} bytes were written`)
    const { quota, held } = await relay.balance(user_id)
    assert.deepEqual([quota, held], [100_000_000, 0])
    return { status, error: json.error }
  }

  for (const [at, sent] of Object.keys(hostile).entries()) {
    test(`${sent} is refused at once as an upstream`, async () => {
      const here = relay.place()
      await here.channel({ base_url: `http://127.0.0.1:${host.port}/${at}` })
      const { status, error } = await refusal(await here.key(), chatBody())
      assert.deepEqual([status, error.code], [502, 'network'])
      assert.match(error.message, /upstream request failed/)
    })

    test(`${sent} is refused at once as the host of a picture`, async () => {
      const here = relay.place()
      await here.channel({ type: 4, models: 'llava', base_url: relay.mock.urlOf('ollama') })
      const picture = { type: 'image_url', image_url: { url: `http://127.0.0.1:${host.port}/${at}` } }
      const body = { model: 'llava', messages: [{ role: 'user', content: [picture] }] }
      const { status, error } = await refusal(await here.key(), body)
      assert.deepEqual([status, error.code], [400, 'invalid_image_url'])
      assert.match(error.message, /could not be fetched/)
      assert.deepEqual(here.sent(), [])
    })
  }
})
