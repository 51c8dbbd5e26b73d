import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatLinks } from './chat-links.ts'

const none = { chats: [], chat_link: '', chat_link2: '' }
const key = 'sk-abc'
const base = 'https://api.example'

test('key and address are filled in, the address as part of a link', () => {
  const chats = [{ Next: 'https://chat.example/#/?settings={"key":"{key}","url":"{address}"}' }]
  assert.deepEqual(chatLinks({ ...none, chats }, key, base), [
    { name: 'Next', address: 'https://chat.example/#/?settings={"key":"sk-abc","url":"https%3A%2F%2Fapi.example"}' },
  ])
})

test('apps are opened by their own scheme', () => {
  const chats = [{ AMA: 'ama://set-api-key?server={address}&key={key}' }]
  assert.equal(
    chatLinks({ ...none, chats }, key, base)[0]?.address,
    'ama://set-api-key?server=https%3A%2F%2Fapi.example&key=sk-abc',
  )
})

test('a link that a browser would run, or that is none, has no address', () => {
  const bad = ['javascript://%0aalert(1)', 'JavaScript://x', 'data://text/html,x', 'chat.example', '//chat.example', '']
  const chats = bad.map((link, index) => ({ [`chat ${index}`]: link }))
  for (const { name, address } of chatLinks({ ...none, chats }, key, base)) assert.equal(address, undefined, name)
})

test("the administrator's own site takes the place of the list", () => {
  const chats = [{ Other: 'https://other.example/{key}' }]
  assert.deepEqual(chatLinks({ chats, chat_link: 'https://chat.example/', chat_link2: '' }, key, base), [
    {
      name: 'chat.example',
      address: 'https://chat.example/#/?settings={"key":"sk-abc","url":"https%3A%2F%2Fapi.example"}',
    },
  ])
})

test('a site that says itself where key and address go is taken at its word', () => {
  const [link] = chatLinks({ ...none, chat_link: 'https://chat.example/?k={key}&u={address}' }, key, base)
  assert.equal(link?.address, 'https://chat.example/?k=sk-abc&u=https%3A%2F%2Fapi.example')
})
