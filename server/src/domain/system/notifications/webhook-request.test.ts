import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { addressHint, webhookAddress } from './webhook-address.ts'
import { isAccepted, webhookRequest } from './webhook-request.ts'

const notice = {
  event: 'quota_low',
  title: 'Turnpike：额度即将用尽，请尽快充值以免中断服务',
  text: 'Left: $1.00',
  link: 'https://console.example.org/topup',
  at: 1_700_000_000,
}
const content = `${notice.title}\n${notice.text}\n${notice.link}`
const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as unknown

test('WxPusher gets the push token, plain text and a summary of twenty characters', () => {
  const address = webhookAddress('wxpusher', '') ?? ''
  const request = webhookRequest({ kind: 'wxpusher', address, secret: 'SPT_token', mention: '' }, notice)
  assert.equal(request.url, 'https://wxpusher.zjiecode.com/api/send/message/simple-push')
  assert.deepEqual(bodyOf(request), { content, summary: notice.title.slice(0, 20), contentType: 1, spt: 'SPT_token' })
})

test('a WeCom bot is found by its key and mentions a number', () => {
  const address = webhookAddress('wecom', '693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa') ?? ''
  const request = webhookRequest({ kind: 'wecom', address, secret: '', mention: '13800001111' }, notice)
  assert.equal(request.url, 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa')
  assert.deepEqual(bodyOf(request), { msgtype: 'text', text: { content, mentioned_mobile_list: ['13800001111'] } })
})

test('a DingTalk bot gets time and signature when it has a secret, and none when it has not', () => {
  const address = webhookAddress('dingtalk', 'f'.repeat(64)) ?? ''
  const plain = webhookRequest({ kind: 'dingtalk', address, secret: '', mention: '' }, notice)
  assert.equal(plain.url, `https://oapi.dingtalk.com/robot/send?access_token=${'f'.repeat(64)}`)
  assert.deepEqual(bodyOf(plain), { msgtype: 'text', text: { content }, at: { atMobiles: [], isAtAll: false } })
  const signed = webhookRequest({ kind: 'dingtalk', address, secret: 'SECabc', mention: '13800001111' }, notice)
  const query = new URL(signed.url).searchParams
  const expected = createHmac('sha256', 'SECabc').update('1700000000000\nSECabc').digest('base64')
  assert.deepEqual([query.get('timestamp'), query.get('sign')], ['1700000000000', expected])
  assert.deepEqual((bodyOf(signed) as { at: object }).at, { atMobiles: ['13800001111'], isAtAll: false })
})

test('any other receiver gets the members and, with a secret, a signature over time and body', () => {
  const address = 'https://hooks.example.org/x'
  const request = webhookRequest({ kind: 'generic', address, secret: 'shared', mention: '' }, notice)
  const { at, ...members } = notice
  assert.deepEqual(bodyOf(request), { ...members, created_at: at })
  const signature = createHmac('sha256', 'shared').update(`${at}.${request.body}`).digest('hex')
  assert.equal(request.headers['x-turnpike-signature'], `sha256=${signature}`)
  const unsigned = webhookRequest({ kind: 'generic', address, secret: '', mention: '' }, notice)
  assert.deepEqual(Object.keys(unsigned.headers), ['content-type'])
})

test('a response counts when the receiver says so in its own way', () => {
  const responses: [Parameters<typeof isAccepted>, boolean][] = [
    [['generic', 204, ''], true],
    [['generic', 302, ''], false],
    [['generic', 500, ''], false],
    [['wecom', 200, '{"errcode":0,"errmsg":"ok"}'], true],
    [['wecom', 200, '{"errcode":93000}'], false],
    [['dingtalk', 200, 'not json'], false],
    [['dingtalk', 200, 'null'], false],
    [['wxpusher', 200, '{"code":1000}'], true],
    [['wxpusher', 200, '{"code":1001}'], false],
  ]
  for (const [[kind, status, body], is] of responses)
    assert.equal(isAccepted(kind, status, body), is, `${kind} ${body}`)
})

test('addresses are web addresses without credentials, and a hint does not give one away', () => {
  for (const bad of ['', 'ftp://example.org', 'https://user:pw@example.org', 'javascript:alert(1)', 'not an address'])
    assert.equal(webhookAddress('generic', bad), undefined, bad)
  assert.equal(webhookAddress('wecom', 'short'), undefined)
  assert.equal(addressHint('https://hooks.example.org/services/T000/B000/secretsecret'), 'hooks.example.org/…cret')
  assert.equal(addressHint('https://example.org/'), 'example.org')
})
