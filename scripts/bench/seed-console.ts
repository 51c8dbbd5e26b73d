import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { usernameKey } from '../../server/src/domain/identity/users/username.ts'
import { insertUser } from '../../server/src/domain/identity/users/users.queries.ts'
import { indexChannels } from '../../server/src/domain/routing/channels/abilities/abilities.rules.ts'
import { insertChannels, readChannelsToIndex } from '../../server/src/domain/routing/channels/channels.queries.ts'
import { sealedKey } from '../../server/src/domain/routing/channels/edit/channel-keys.ts'
import { createRoot } from '../../server/src/domain/system/setup/create-root.ts'
import { loadSecretKey } from '../../server/src/secrets/secret-key.ts'
import { openVault, type Vault } from '../../server/src/secrets/vault.ts'
import type { Store } from '../../server/src/store/store.ts'
import { openData } from './server-process.ts'

const channelCount = 2000
const tokensPerUser = 1000 // the most that one user may have
const userCount = 100
const rowsAtOnce = 500

const types = channelTypeOrder.filter((type) => !channelTypes[type].retired)
const groupLists = ['default', 'default,vip', 'vip,svip', 'default,vip,svip']
const now = Math.floor(Date.now() / 1000)

/** A large installation: 2,000 channels and 100,000 tokens, a thousand of them root's. */
export async function seedConsole(dataDir: string, env: Record<string, string> = {}): Promise<void> {
  const open = await openData(dataDir, env)
  const vault = openVault(loadSecretKey(undefined, join(dataDir, 'secret-key')).key)
  await createRoot(open.store, defaultRoot.password, now)
  await open.store.transaction().execute((transaction) => seedChannels(transaction, vault))
  await open.store.transaction().execute((transaction) => seedTokens(transaction, vault))
  await open.close()
}

async function seedChannels(store: Store, vault: Vault): Promise<void> {
  const rows = Array.from({ length: channelCount }, (_, at) => ({
    ...sealedKey(vault, `sk-bench-${at}-${randomBytes(16).toString('hex')}`),
    type: types[at % types.length] ?? 1,
    name: `${channelTypes[types[at % types.length] ?? 1].label} account ${at}`,
    models: modelsOf(at),
    group: groupLists[at % groupLists.length] ?? 'default',
    base_url: `https://upstream-${at}.example.com`,
    status: at % 20 === 0 ? 2 : 1,
    priority: at % 10,
    weight: at % 50,
    tag: at % 3 === 0 ? null : `tag ${String(at % 150).padStart(3, '0')}`,
    created_time: now - at,
  }))
  await insertChannels(store, rows)
  await indexChannels(store, await readChannelsToIndex(store))
}

/** 10 to 59 names, some of which nearly every channel has. */
const modelsOf = (at: number) =>
  Array.from({ length: 10 + (at % 50) }, (_, model) => `vendor-${at % 30}-model-${model}-2025-01-${model}`)
    .concat(at % 4 === 0 ? ['gpt-4o'] : ['gpt-4o-mini'])
    .join(',')

async function seedTokens(store: Store, vault: Vault): Promise<void> {
  const owners = [1]
  for (let user = 1; user < userCount; user++) {
    const username = `bench${user}`
    const created = await insertUser(store, {
      username,
      username_key: usernameKey(username),
      password_hash: '',
      display_name: username,
      aff_code: username,
      created_at: now,
    })
    if (created) owners.push(created.id)
  }
  for (const user_id of owners)
    for (let from = 0; from < tokensPerUser; from += rowsAtOnce)
      await store
        .insertInto('tokens')
        .values(Array.from({ length: rowsAtOnce }, (_, at) => tokenOf(vault, user_id, from + at)))
        .execute()
}

function tokenOf(vault: Vault, user_id: number, at: number) {
  const key = randomBytes(24).toString('hex')
  return {
    user_id,
    name: `token ${at}`,
    key_cipher: vault.encrypt(key, 'token key'),
    key_hash: vault.hash(key, 'token key'),
    created_time: now - at,
    remain_quota: at * 1000,
    unlimited_quota: at % 2 === 0 ? (1 as const) : (0 as const),
  }
}
