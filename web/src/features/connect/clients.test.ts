import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownChats } from '@turnpike/contract/system/chat-link'
import { clientGroups } from './clients.ts'

const namesIn = (configured: { name: string; template: string }[]) =>
  Object.fromEntries(clientGroups(configured).map(({ key, clients }) => [key, clients.map(({ name }) => name)]))

test('every client has an address of its own', () => {
  const ids = clientGroups([{ name: 'Ours', template: 'https://chat.example/{key}' }]).flatMap(({ clients }) =>
    clients.map(({ id }) => id),
  )
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[a-z0-9-]+$/)
})

test('the known clients are there whatever is configured, and a known link that is configured once', () => {
  const { configured, apps, tools } = namesIn([
    { name: 'Renamed', template: knownChats[0].template },
    { name: 'Ours', template: 'https://chat.example/{key}' },
    { name: 'Switch', template: 'ccswitch' },
    { name: 'Reader', template: 'fluentread' },
  ])
  assert.deepEqual(configured, ['Ours', 'Reader'])
  assert.deepEqual(apps, [
    'NextChat',
    'LobeChat',
    'AMA',
    'OpenCat',
    'Cherry Studio',
    'DeepChat',
    'AI as Workspace',
    'AionUI',
  ])
  assert.ok(tools?.includes('CC Switch'))
  assert.equal(namesIn([]).configured, undefined)
})
