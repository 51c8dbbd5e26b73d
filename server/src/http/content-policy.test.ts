import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentPolicy, type PageNeeds } from './content-policy.ts'

const nothing: PageNeeds = {
  turnstile: false,
  telegram: false,
  paymentAddress: '',
  frames: [],
  pictures: [],
  foreignMedia: false,
}
/** The sources of a directive, for a page that needs this. */
const sources = (name: string, needs: Partial<PageNeeds> = {}) => {
  const policy = contentPolicy({ ...nothing, ...needs })
  const found = policy.split('; ').filter((part) => part.startsWith(`${name} `))
  assert.equal(found.length, 1, policy)
  return found[0]?.slice(name.length + 1)
}

test('a page that needs nothing from elsewhere may load nothing from elsewhere', () => {
  assert.equal(
    contentPolicy(nothing),
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'none'; form-action 'self'; " +
      "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  )
})

test('the bot check runs its script and its frame, Telegram its frame alone, while they are on', () => {
  assert.equal(sources('script-src', { turnstile: true }), "'self' https://challenges.cloudflare.com")
  assert.equal(sources('frame-src', { turnstile: true }), 'https://challenges.cloudflare.com')
  assert.equal(sources('script-src', { telegram: true }), "'self'")
  assert.equal(sources('frame-src', { telegram: true }), 'https://oauth.telegram.org')
  for (const name of ['img-src', 'media-src', 'connect-src', 'font-src', 'form-action'])
    assert.equal(sources(name, { turnstile: true, telegram: true }), sources(name), name)
})

test('frames show the configured pages: their origins, each once, and none over http or of an app', () => {
  const frames = ['https://one.example/#/?k={key}', 'https://one.example/b', 'http://plain.example', 'app://x', '']
  assert.equal(sources('frame-src', { frames }), 'https://one.example')
  assert.equal(
    sources('frame-src', { frames: ['https://two.example:8443/a'], telegram: true }),
    'https://oauth.telegram.org https://two.example:8443',
  )
})

test('pictures come from the hosts that options name; those of tasks, sounds and videos from any host over https', () => {
  const pictures = ['/logo.svg', 'https://pictures.example/a.png', 'http://plain.example/a.png']
  assert.equal(sources('img-src', { pictures }), "'self' data: blob: https://pictures.example")
  assert.equal(sources('media-src', { pictures }), "'self' blob:")
  assert.equal(sources('img-src', { pictures, foreignMedia: true }), "'self' data: blob: https:")
  assert.equal(sources('media-src', { foreignMedia: true }), "'self' blob: https:")
  assert.equal(sources('frame-src', { foreignMedia: true, pictures }), "'none'")
  assert.equal(sources('connect-src', { foreignMedia: true, pictures }), "'self'")
})

test('the payment form may go to the origin of the payment site', () => {
  const form = (paymentAddress: string) => sources('form-action', { paymentAddress })
  assert.equal(form('https://pay.example:8443/submit.php?x=1'), "'self' https://pay.example:8443 https:")
  assert.equal(form('http://[2001:db8::1]/pay'), "'self' http://[2001:db8::1] https:")
})

test('no address can write a directive of its own', () => {
  for (const address of [
    'https://pay.example;sandbox',
    "https://pay.example'",
    'https://a.example b.example',
    'https://*.example',
    'javascript:alert(1)',
    'nonsense',
    'data:,x',
  ])
    assert.equal(
      contentPolicy({ ...nothing, paymentAddress: address, frames: [address], pictures: [address] }),
      contentPolicy(nothing),
      address,
    )
})
