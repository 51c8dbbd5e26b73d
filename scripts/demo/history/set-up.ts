import { tokenApi } from '@turnpike/contract/identity/token'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { channelApi } from '@turnpike/contract/routing/channel'
import { faqApi } from '@turnpike/contract/system/faq'
import { optionApi } from '@turnpike/contract/system/option-api'
import { costOfChannel, type DemoChannel, demoChannels, upstreamKeyOf } from '../cast/channels.ts'
import { demoFaq } from '../cast/faq.ts'
import { demoOptions } from '../cast/options.ts'
import { type DemoPerson, type DemoToken, memberPassword, rootTokens } from '../cast/people.ts'
import type { ConsoleClient } from '../console-client.ts'
import { dollar } from '../traffic/plan-money.ts'
import { consoleOf, personOf, type World } from './world.ts'

export type Addresses = { server: string; payment: string }

/** The first hour of the installation: options, channels, the tokens of the super administrator. */
export async function setUp(world: World, { server, payment }: Addresses): Promise<void> {
  const root = await consoleOf(world, 'root')
  const changes = Object.entries(demoOptions(server, payment)).map(([key, value]) => ({ key, value }))
  await root.call(optionApi.updateMany, { body: { changes } })
  await root.call(faqApi.save, { body: { entries: [...demoFaq] } })
  for (const channel of demoChannels) await addChannel(world, root, channel)
  for (const token of rootTokens) await addToken(world, 'root', token)
  const staging = await root.call(tokenApi.create, { body: { name: 'staging', remain_quota: dollar } })
  await root.call(tokenApi.update, { query: { status_only: 'true' }, body: { id: staging.id, status: 2 } })
}

async function addChannel(world: World, root: ConsoleClient, channel: DemoChannel): Promise<void> {
  const { vendor, name, type, models, groups, tag, priority, weight } = channel
  const cost = costOfChannel(channel)
  const base_url = vendor ? `${world.upstream.url}/${vendor}` : world.upstream.url
  const routing = { ...(tag && { tag }), ...(priority && { priority }), ...(weight && { weight }) }
  const { ids } = await root.call(channelApi.create, {
    body: {
      name,
      type,
      base_url,
      ...routing,
      ...(cost && { setting: JSON.stringify({ cost }) }),
      key: upstreamKeyOf(channel),
      models: models.join(),
      group: groups.join(),
    },
  })
  world.channelIds.set(name, ids[0] ?? 0)
}

/** An account as an administrator makes it, with its gift and its tokens. */
export async function addPerson(world: World, person: DemoPerson): Promise<void> {
  const { username, displayName, gift, group, isAdmin, tokens } = person
  const root = await consoleOf(world, 'root')
  const body = { username, password: memberPassword, display_name: displayName }
  const { id, quota } = await root.call(userAdminApi.create, { body })
  const change = { id, quota: quota + gift * dollar, quota_base: quota, ...(group && { group }) }
  await root.call(userAdminApi.update, { body: change })
  if (isAdmin) await root.call(userAdminApi.manage, { body: { id, action: 'promote' } })
  world.people.set(username, { id, username, password: memberPassword, tokens: new Map() })
  for (const token of tokens) await addToken(world, username, token)
}

async function addToken(world: World, username: string, token: DemoToken): Promise<void> {
  const { name, limit, group, allowedModels } = token
  const client = await consoleOf(world, username)
  const { id, key } = await client.call(tokenApi.create, {
    body: {
      name,
      ...(limit === undefined ? { unlimited_quota: true } : { remain_quota: Math.round(limit * dollar) }),
      ...(group && { group }),
      ...(allowedModels && { model_limits_enabled: true, model_limits: allowedModels.join() }),
    },
  })
  personOf(world, username).tokens.set(name, { id, key: `sk-${key}` })
}
