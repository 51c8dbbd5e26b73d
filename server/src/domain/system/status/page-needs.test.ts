import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions, type OptionValues } from '@turnpike/contract/options'
import { pageNeeds } from './page-needs.ts'

const needsOf = (change: Partial<OptionValues>) => pageNeeds({ ...defaultOptions(), ...change })
const pictures = (change: Partial<OptionValues>) => needsOf(change).pictures.filter(Boolean)
const frames = (change: Partial<OptionValues>) => needsOf({ Chats: [], ...change }).frames.filter(Boolean)

test('frames are the chats in force, and a home or about page that is an address', () => {
  assert.deepEqual(frames({}), [])
  const chats: Record<string, string>[] = [{ One: 'https://one.example/#/?key={key}' }, { App: 'app://set?key={key}' }]
  assert.deepEqual(frames({ Chats: chats }), ['https://one.example/#/?key={key}', 'app://set?key={key}'])
  assert.deepEqual(frames({ Chats: chats, ChatLink2: 'https://two.example' }), ['https://two.example'])
  assert.deepEqual(frames({ About: ' https://about.example/us\n', HomePageContent: 'https://home.example' }), [
    'https://home.example/',
    'https://about.example/us',
  ])
  assert.deepEqual(frames({ About: 'see https://about.example', Footer: 'https://foot.example' }), [])
})

test('pictures are the logo, the QR code and those in texts, and no links', () => {
  assert.deepEqual(
    pictures({ Logo: 'https://logo.example/a.png', WeChatAccountQRCodeImageURL: 'https://qr.example/b' }),
    ['https://logo.example/a.png', 'https://qr.example/b'],
  )
  const text = `
[a link](https://link.example) <a href="https://anchor.example">x</a> https://bare.example
![one](https://one.example/1.png "title") ![two](<https://two.example/2.png>)
<IMG alt="x" SRC='https://three.example/3.png'> <img src=https://four.example/4.png>
![five][5]

[5]: https://five.example/5.png`
  const hosts = ['three', 'four', 'one', 'two', 'five']
  for (const option of ['Notice', 'HomePageContent', 'About', 'Footer'] as const)
    assert.deepEqual(
      pictures({ [option]: text }).map((address) => new URL(address).hostname),
      hosts.map((name) => `${name}.example`),
    )
})

test('the payment site is needed when it can be paid at, results of tasks while one of their pages is on', () => {
  assert.equal(needsOf({ PayAddress: 'https://pay.example' }).paymentAddress, '')
  const epay = { PayAddress: 'https://pay.example', EpayId: '1', EpayKey: 'secret' }
  assert.equal(needsOf(epay).paymentAddress, 'https://pay.example')
  assert.equal(needsOf({ DrawingEnabled: false }).foreignMedia, true)
  assert.equal(needsOf({ DrawingEnabled: false, TaskEnabled: false }).foreignMedia, false)
})
