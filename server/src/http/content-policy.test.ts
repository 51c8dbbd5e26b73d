import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentPolicy } from './content-policy.ts'

const off = { turnstile: false, telegram: false, paymentAddress: '' }
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))

test('a page may load what is ours and pictures, nothing else', () => {
  assert.equal(
    contentPolicy(off),
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: data: blob:; " +
      "media-src blob:; font-src 'self' data:; connect-src 'self'; frame-src https:; form-action 'self'; frame-ancestors 'none'; " +
      "base-uri 'none'; object-src 'none'",
  )
})

test('a widget may run its script while it is switched on', () => {
  const script = (needs: Partial<typeof off>) => directive(contentPolicy({ ...off, ...needs }), 'script-src')
  assert.equal(script({ turnstile: true }), "script-src 'self' https://challenges.cloudflare.com")
  assert.equal(script({ telegram: true }), "script-src 'self' https://telegram.org")
})

test('the payment form may go to the origin of the payment site', () => {
  const form = (paymentAddress: string) => directive(contentPolicy({ ...off, paymentAddress }), 'form-action')
  assert.equal(form('https://pay.example:8443/submit.php?x=1'), "form-action 'self' https://pay.example:8443 https:")
  assert.equal(form('http://[2001:db8::1]/pay'), "form-action 'self' http://[2001:db8::1] https:")
})

test('no payment address can write a directive of its own', () => {
  for (const paymentAddress of [
    'https://pay.example;sandbox',
    "https://pay.example'",
    'javascript:alert(1)',
    'nonsense',
    'data:,x',
  ])
    assert.equal(contentPolicy({ ...off, paymentAddress }), contentPolicy(off), paymentAddress)
})
