import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { channelApi } from '@turnpike/contract/routing/channel'
import { demoChannels, upstreamKeyOf } from '../cast/channels.ts'
import { demoPeople } from '../cast/people.ts'
import { callRelay, channelIdOf, consoleOf, personOf, type World } from './world.ts'

type Event = { at: number; run: (world: World) => Promise<void> }

/** Acts of administrators on channels and accounts, and a channel that the gateway itself disabled. */
export function channelEvents(start: number): Event[] {
  const on = (day: number) => start + Math.round(day * 86_400)
  const banned = demoPeople.flatMap(({ username, bannedDay }) =>
    bannedDay === undefined ? [] : [{ at: on(bannedDay), run: (world: World) => ban(world, username) }],
  )
  return [
    ...banned,
    { at: on(20), run: (world) => switchOff(world, 'Moonshot') },
    { at: on(24), run: (world) => losesItsKey(world, 'Azure · batch') },
  ]
}

async function ban(world: World, username: string): Promise<void> {
  const root = await consoleOf(world, 'root')
  await root.call(userAdminApi.manage, { body: { id: personOf(world, username).id, action: 'disable' } })
}

async function switchOff(world: World, name: string): Promise<void> {
  const root = await consoleOf(world, 'root')
  await root.call(channelApi.update, { body: { id: channelIdOf(world, name), status: 2 } })
}

/** The upstream revokes a key: the next call goes to another channel, and the gateway disables this one. */
async function losesItsKey(world: World, name: string): Promise<void> {
  const channel = demoChannels.find((one) => one.name === name)
  if (!channel) throw new Error(`there is no channel ${name}`)
  const error = { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' }
  const match = { key: upstreamKeyOf(channel) }
  const repair = world.upstream.faults.add({ match, fault: { kind: 'status', status: 401, body: { error } } })
  const key = personOf(world, 'tanaka').tokens.get('nightly-reports')?.key ?? ''
  const messages = [{ role: 'user', content: 'Summarise the numbers of last night.' }]
  const response = await callRelay(world, key, '/v1/chat/completions', { model: 'gpt-4o-mini', messages })
  await response.arrayBuffer()
  repair()
}

/** The last test of every enabled channel, and the balances of some. Each upstream has its own latency. */
export async function testChannels(world: World): Promise<void> {
  const root = await consoleOf(world, 'root')
  const open = demoChannels.filter(({ respondsAfterMs, untilDay }) => respondsAfterMs > 0 && untilDay === undefined)
  const repairs = open.map((channel) =>
    world.upstream.faults.add({
      match: { key: upstreamKeyOf(channel) },
      fault: { kind: 'delay', headersMs: channel.respondsAfterMs },
    }),
  )
  await Promise.all(
    open.map(({ name }) =>
      root.call(channelApi.test, { params: { id: String(channelIdOf(world, name)) }, query: {} }).catch(() => {}),
    ),
  )
  for (const repair of repairs) repair()
  for (const name of ['OpenAI · main', 'OpenAI · spare', 'DeepSeek'])
    await root.call(channelApi.updateBalance, { params: { id: String(channelIdOf(world, name)) } })
}
