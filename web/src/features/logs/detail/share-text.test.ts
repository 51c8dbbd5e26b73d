import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogRow } from '@turnpike/contract/usage/log'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { aroundLink, requestLink, shareText } = await import('./share-text.ts')

const row = {
  id: 1,
  user_id: 7,
  account_id: 0,
  created_at: 1_800_000_000,
  type: 5,
  content: 'status_code=503, No available channels (request id: r-1)',
  username: 'ada & co',
  token_name: 'secret project',
  model_name: 'gpt-4o',
  refunded: 0,
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 2,
  is_stream: false,
  channel: 31,
  token_id: 3,
  group: 'vip',
  other: JSON.stringify({
    request_path: '/v1/chat/completions',
    ip: '203.0.113.9',
    admin_info: { use_channel: ['31'] },
  }),
  request_id: 'r-1',
  detail: null,
} satisfies LogRow

test('a text for support says which request it was and why it failed, and nothing that is secret', () => {
  const text = shareText(row, 'https://gate.example/log?request_id=r-1', 500_000, (name) => name)
  assert.match(
    text,
    /^requestId: r-1\ntime: 20\d\d-.* UTC.*\nmodel: gpt-4o\ngroup: vip\npath: \/v1\/chat\/completions\n/,
  )
  assert.match(text, /\nreason: 503 No available channels\ntotalTime: 2 s\nlink: https:/)
  for (const secret of ['secret project', '203.0.113.9', '31', 'ada']) assert.ok(!text.includes(secret), secret)
})

test('the text of a charged request has its tokens and its price', () => {
  const charged = { ...row, type: 2, content: '', quota: 6100, prompt_tokens: 1200, completion_tokens: 7 }
  assert.match(
    shareText(charged, '', 500_000, (name) => name),
    /\ntokens: 1,200 \+ 7\ntotalTime: 2 s\ncharge: \$0\.0122$/,
  )
})

test('links name the request, and the ten minutes around it of the same user', () => {
  assert.equal(requestLink('a b'), '/log?request_id=a%20b')
  assert.equal(aroundLink(row, false), '/log?start_timestamp=1799999700&end_timestamp=1800000300')
  assert.match(aroundLink(row, true), /^\/log\?username=ada%20%26%20co&start_timestamp=1799999700/)
})
