import assert from 'node:assert/strict'
import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import { optionApi } from '@turnpike/contract/system/option-api'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel, createToken } from '../steps.ts'
import { upstream } from '../upstream.ts'

/** Creates forty channels of which one fails, and calls that succeeded on another one. */
export async function givenFailing(server: TestServer) {
  const root = await asRoot(server)
  await root.call(optionApi.update, { body: { key: 'RetryTimes', value: '2' } })
  const ids = new Map<string, number>()
  for (let number = 0; number < 40; number++) {
    const name = number === 17 ? 'the broken one' : `channel ${number}`
    const models = number < 16 ? 'other-model' : number === 17 ? 'gpt-4o,gpt-4o-mini' : 'gpt-4o'
    const priority = number === 17 ? 9 : 0
    const key = `sk-health-${number}`
    ids.set(name, await createChannel(root, { name, models, key, base_url: upstream().url, priority }))
  }
  upstream().faults.add({ match: { key: 'sk-health-17' }, fault: { kind: 'status', status: 429 } })
  const broken = ids.get('the broken one') ?? 0
  const { key } = await createToken(root, 'caller')
  for (let call = 0; call < 4; call++) {
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }),
    })
    assert.equal(response.status, 200, await response.text())
  }
  await eventually('the failing channel', async () => {
    const { response } = await root.call(channelAttemptApi.failing)
    return response.success && response.data.channels.some(({ id }) => id === broken)
  })
  return { root, broken }
}
