import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownChats } from '@turnpike/contract/system/chat-link'
import { chatLink, configuredChats } from './chat-links.ts'

const none = { chats: [], chat_link: '', chat_link2: '' }
const access = { key: 'sk-abc', base: 'https://api.example' }
const origin = 'https://console.example'
const linkOf = (template: string, name = 'Chat') => chatLink({ name, template }, access, origin)

test('the list of the option is taken in its order', () => {
  const chats: Record<string, string>[] = [{ One: 'https://one.example/{key}' }, { Two: 'two://x' }]
  assert.deepEqual(configuredChats({ ...none, chats }), [
    { name: 'One', template: 'https://one.example/{key}' },
    { name: 'Two', template: 'two://x' },
  ])
  assert.deepEqual(configuredChats(none), [])
})

test("the administrator's own sites take the place of the list, key and address in the parameter of such sites", () => {
  const chats = [{ Other: 'https://other.example/{key}' }]
  assert.deepEqual(configuredChats({ chats, chat_link: 'https://chat.example/', chat_link2: 'https://b.example' }), [
    { name: 'chat.example', template: 'https://chat.example/#/?settings={"key":"{key}","url":"{address}"}' },
    { name: 'b.example', template: 'https://b.example/#/?settings={"key":"{key}","url":"{address}"}' },
  ])
})

test('a site that says itself where key and address go is taken at its word', () => {
  const [chat] = configuredChats({ ...none, chat_link: 'https://chat.example/?k={key}&u={address}' })
  assert.equal(chat?.template, 'https://chat.example/?k={key}&u={address}')
})

test('https pages are framed; plain http, apps and pages of our own origin open outside the frame', () => {
  const kinds: [template: string, kind: string, receiver: string | undefined][] = [
    ['https://chat.example:8443/?k={key}', 'frame', 'chat.example:8443'],
    ['HTTPS://Chat.Example/?k={key}', 'frame', 'chat.example'],
    ['http://chat.example/?k={key}', 'site', 'chat.example'],
    ['https://console.example/chat-app/?k={key}', 'site', undefined],
    ['https://api.example/chat-app/?k={key}', 'frame', undefined],
    ['https://docs.example/?server={address}', 'frame', undefined],
    ['ama://set-api-key?key={key}', 'app', 'ama://'],
    ['cherrystudio://providers/api-keys?v=1&data={cherryConfig}', 'app', 'cherrystudio://'],
  ]
  for (const [template, kind, receiver] of kinds) {
    const link = linkOf(template)
    assert.equal(link.kind, kind, template)
    assert.equal('receiver' in link ? link.receiver : 'none', receiver, template)
  }
})

test('the host that gets the key is the one the browser goes to, not one that only looks like it', () => {
  const link = linkOf('https://app.nextchat.dev@evil.example/?k={key}')
  assert.ok(link.kind === 'frame')
  assert.equal(link.receiver, 'evil.example')
})

test('a link that a browser would run, that is none, or that puts the key into a host is broken', () => {
  const bad = [
    'javascript://%0aalert(1)',
    'JavaScript://x',
    'data://text/html,x',
    'chat.example',
    '//chat.example',
    '',
    'https://{key}.example/',
    'https://{address}/',
    'https://[/',
  ]
  for (const template of bad) assert.equal(linkOf(template).kind, 'broken', template)
})

test('the words for CC Switch and FluentRead are no addresses', () => {
  assert.equal(linkOf('ccswitch').kind, 'cc-switch')
  assert.deepEqual(linkOf('fluentread', 'Reader'), {
    kind: 'extension',
    name: 'Reader',
    receiver: 'FluentRead',
    access,
  })
})

test('every known client can be opened', () => {
  for (const chat of knownChats) assert.notEqual(chatLink(chat, access, origin).kind, 'broken', chat.name)
})
