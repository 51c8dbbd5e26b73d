import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { talk } from '../../harness/realtime-harness.ts'
import { useRelay } from '../../harness/relay-harness.ts'
import { proxiesAddress, type RealProxy, startMicrosocks } from '../../outside/real-proxies.ts'
import { send } from '../send.ts'
import { singlePrices } from './single-requests.ts'
import { type Case, chatCases, clientModel, clientResponsesModel, realtimeCases, singleCases } from './wire-cases.ts'

const ModelRatio = JSON.stringify({ ...singlePrices.ModelRatio, [clientModel]: 1, [clientResponsesModel]: 1 })
const ModelPrice = JSON.stringify(singlePrices.ModelPrice)

describe('through the proxy of its channel goes', () => {
  const relay = useRelay('sqlite', { TASK_POLL_SECONDS: '0.02' }, (started) =>
    started.options({ ModelRatio, ModelPrice }),
  )
  let proxy: RealProxy
  before(async () => {
    proxy = await startMicrosocks()
  })
  after(() => proxy.stop())

  /** A user whose group has one channel, with the proxy. */
  async function given({ channel }: Case) {
    const here = relay.place()
    const whole = channel(relay.mock)
    await here.channel({ ...whole, setting: { ...whole.setting, proxy: proxy.addresses[1] } })
    return here.key()
  }
  const assertProxied = () => assert.deepEqual([...relay.mock.connectionsFrom.keys()], [proxiesAddress])

  for (const each of chatCases)
    for (const isStream of each.streams ? [false, true] : [false])
      test(`${each.name}${isStream ? ', streamed' : ''}`, async () => {
        const { format, model } = each
        const { key } = await given(each)
        const body = format.body(model, 'Please say hello.', isStream)
        const { status, text } = await send(relay, format.path(model, isStream), { headers: format.headers(key), body })
        assert.equal(status, 200, text)
        assertProxied()
      })

  for (const each of singleCases)
    test(each.name, async () => {
      const { path, body, headers } = each.request
      const { key } = await given(each)
      const sent = { headers: headers?.(key) ?? { authorization: `Bearer ${key}` }, body: body() }
      const { status, text } = await send(relay, path, sent)
      assert.equal(status, 200, text)
      assertProxied()
    })

  for (const each of realtimeCases)
    test(each.name, async () => {
      const mine = await given(each)
      const talker = talk(relay.url, each.model, { key: mine.key })
      await talker.until('session.created')
      talker.socket.close()
      await talker.closed
      assertProxied()
    })
})
