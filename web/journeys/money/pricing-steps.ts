import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel } from '../steps.ts'
import { upstream } from '../upstream.ts'

export async function addChannel(server: TestServer, channel: { type: number; models: string; group: string }) {
  const name = channel.models.slice(0, 40)
  await createChannel(await asRoot(server), { name, key: 'sk-upstream', base_url: upstream().url, ...channel })
}

/** A price with every kind of tier. */
export const sampleTiers: ModelTiers = {
  lengths: [{ above: 200_000, ratio: 2, completion_ratio: 3 }],
  services: { priority: { ratio: 1.7 }, flex: { ratio: 0.5 } },
  times: { zone: 'Asia/Shanghai', spans: [{ from: '00:30', to: '08:30', factor: 0.5 }] },
}

/** Four models, of which only the group vip has all, at four fifths of the price. */
export async function givenModels(server: TestServer) {
  await setOptions(server, { GroupRatio: '{"default":1,"vip":0.8}', UserUsableGroups: '{"default":"For all"}' })
  await addChannel(server, { type: 1, models: 'gpt-4o,dall-e-3,text-embedding-3-small', group: 'default,vip' })
  await addChannel(server, { type: 14, models: 'claude-sonnet-4-5', group: 'vip' })
}
