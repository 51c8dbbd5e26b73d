import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownChats } from '@turnpike/contract/system/chat-link'
import { carriesKey, fillTemplate } from './fill-template.ts'

const access = { key: 'sk-abc', base: 'https://api.example' }
const known = (name: string) => knownChats.find((chat) => chat.name === name)?.template ?? ''

/** The JSON that a site reads from a parameter. */
const settingsIn = (link: string, parameter: string) =>
  JSON.parse(new URL(link.replace('/#/?', '/?')).searchParams.get(parameter) ?? '')
const payloadIn = (link: string) =>
  JSON.parse(Buffer.from(new URL(link).searchParams.get('data') ?? '', 'base64').toString('utf8'))

test('sites read the key and the address they expect', () => {
  assert.deepEqual(settingsIn(fillTemplate(known('NextChat'), access), 'settings'), {
    key: 'sk-abc',
    url: 'https://api.example',
  })
  assert.deepEqual(settingsIn(fillTemplate(known('LobeChat'), access), 'settings'), {
    keyVaults: { openai: { apiKey: 'sk-abc', baseURL: 'https://api.example/v1' } },
  })
  assert.deepEqual(settingsIn(fillTemplate(known('AI as Workspace'), access), 'provider'), {
    type: 'openai',
    settings: { apiKey: 'sk-abc', baseURL: 'https://api.example/v1', compatibility: 'strict' },
  })
})

test('the address stands URL-encoded in the link', () => {
  const next = 'https://app.nextchat.dev/#/?settings={"key":"sk-abc","url":"https%3A%2F%2Fapi.example"}'
  assert.equal(fillTemplate(known('NextChat'), access), next)
  assert.equal(
    fillTemplate(known('OpenCat'), access),
    'opencat://team/join?domain=https%3A%2F%2Fapi.example&token=sk-abc',
  )
  assert.equal(fillTemplate(known('AMA'), access), 'ama://set-api-key?server=https%3A%2F%2Fapi.example&key=sk-abc')
})

test('apps read their configuration from base64, whatever bytes the address has', () => {
  // A path beyond Latin-1, long enough that its base64 has characters which a query must escape.
  const far = { key: 'sk-abc', base: 'https://api.example/网关>>>???' }
  const config = { baseUrl: far.base, apiKey: 'sk-abc' }
  assert.deepEqual(payloadIn(fillTemplate(known('Cherry Studio'), far)), { id: 'new-api', ...config })
  assert.deepEqual(payloadIn(fillTemplate(known('DeepChat'), far)), { id: 'new-api', ...config })
  assert.deepEqual(payloadIn(fillTemplate(known('AionUI'), far)), { platform: 'new-api', ...config })
  assert.doesNotMatch(fillTemplate(known('AionUI'), far).split('data=')[1] ?? '', /[+/=]/)
})

test('neither a key nor an address can add a parameter, end the JSON or be filled again', () => {
  const hostile = { key: `sk-"},"x":"&y=1#$&$1{address}`, base: 'https://api.example/?a=1&b="c"#{key}' }
  const settings = settingsIn(fillTemplate(known('NextChat'), hostile), 'settings')
  assert.deepEqual(settings, { key: hostile.key, url: hostile.base })
  const { searchParams, hash } = new URL(fillTemplate(known('AMA'), hostile))
  assert.deepEqual(Object.fromEntries(searchParams), { server: hostile.base, key: hostile.key })
  assert.equal(hash, '')
})

test('a text in braces that is no placeholder stays, and a placeholder is filled wherever it stands', () => {
  assert.equal(fillTemplate('app://x/{other}?a={key}&b={key}', access), 'app://x/{other}?a=sk-abc&b=sk-abc')
})

test('links that hold the key are told from those that do not', () => {
  for (const { name, template } of knownChats) {
    const isWord = !template.includes('://')
    assert.equal(carriesKey(template), !isWord, name)
  }
  assert.equal(carriesKey('https://docs.example/?server={address}'), false)
})
