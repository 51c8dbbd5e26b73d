import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenPassword } from '@turnpike/contract/routing/proxies'
import { parseProxy } from '../../../outbound/proxy.ts'
import { openVault } from '../../../secrets/vault.ts'
import { openedSetting, shownSetting, withSealedProxy } from '../channels/edit/channel-proxy.ts'
import { fullAddress, openedProxy, proxyOf, sealedProxy } from './channel-proxy.ts'

const vault = openVault(Buffer.alloc(32, 7))
const own = 'socks5://ada:geheim-1@proxy.example:1080'
const masked = `socks5://ada:${hiddenPassword}@proxy.example:1080`
const addressOf = (text: string) => {
  const proxy = parseProxy(text)
  assert.ok(proxy, text)
  return proxy
}
const settingOf = (proxy: unknown, more: object = {}) => JSON.stringify({ ...more, proxy })
const resolved = (setting: object, proxy_cipher = '', list: [string, string][] = []) =>
  proxyOf({ setting: setting as Record<string, unknown>, proxy_cipher }, new Map(list), vault)

test('a full address is read back as it was, whatever is in its user name and password', () => {
  for (const address of [own, 'http://proxy.example:3128', 'https://u%40x:p%3A%2F%25@[::1]:8443', 'socks5h://u@h:1'])
    assert.deepEqual(parseProxy(fullAddress(addressOf(address))), addressOf(address))
  assert.deepEqual(openedProxy(vault, sealedProxy(vault, addressOf(own))), addressOf(own))
})

test('the password of an own proxy leaves the settings, and the channel still sends with it', () => {
  const written = withSealedProxy(vault, { setting: settingOf(own, { force_format: true }) })
  assert.equal(written.setting, settingOf(masked, { force_format: true }))
  assert.ok(written.proxy_cipher && !JSON.stringify(written).includes('geheim'))
  assert.deepEqual(resolved(JSON.parse(written.setting), written.proxy_cipher), addressOf(own))
  assert.deepEqual(JSON.parse(openedSetting(vault, { setting: written.setting, proxy_cipher: written.proxy_cipher })), {
    force_format: true,
    proxy: own,
  })
})

test('settings without a password stay as they were written', () => {
  for (const setting of [
    '',
    '{ "force_format": true }',
    '{ "proxy": "" }',
    '{ "proxy": "tokyo" }',
    '{"proxy":"http://h"}',
  ])
    assert.deepEqual(withSealedProxy(vault, { setting }), { setting, proxy_cipher: '' })
  assert.deepEqual(withSealedProxy(vault, {}), {})
})

test('a hidden password keeps the stored one for the same server and user, and is refused for any other', () => {
  const { proxy_cipher = '' } = withSealedProxy(vault, { setting: settingOf(own) })
  const again = (proxy: string) => withSealedProxy(vault, { setting: settingOf(proxy) }, { proxy_cipher })
  assert.equal(again(masked).proxy_cipher, proxy_cipher)
  assert.equal(again(own).proxy_cipher, proxy_cipher, 'the same password is no change')
  assert.notEqual(again(own.replace('geheim-1', 'geheim-2')).proxy_cipher, proxy_cipher)
  for (const [from, to] of [
    ['socks5:', 'http:'],
    ['proxy.example', 'evil.example'],
    ['1080', '1081'],
    ['ada', 'eve'],
  ] as const)
    assert.throws(() => again(masked.replace(from, to)), { code: 'proxy_password_missing' }, to)
  assert.throws(() => withSealedProxy(vault, { setting: settingOf(masked) }), { code: 'proxy_password_missing' })
})

test('a proxy that cannot be used never means a direct connection', () => {
  const { proxy_cipher = '' } = withSealedProxy(vault, { setting: settingOf(own) })
  const foreign = withSealedProxy(openVault(Buffer.alloc(32, 8)), { setting: settingOf(own) }).proxy_cipher
  for (const none of [undefined, null, '', ' ']) assert.equal(resolved({ proxy: none }), undefined)
  for (const [proxy, cipher] of [
    ['gone', ''],
    ['ftp://h:1', ''],
    [7, ''],
    [{ host: 'h' }, ''],
    [masked, ''],
    [masked, foreign],
    [masked, 'damaged'],
    [masked.replace('proxy.example', 'evil.example'), proxy_cipher],
  ] as const)
    assert.equal(resolved({ proxy }, cipher), 'unusable', String(proxy))
  assert.equal(resolved({ proxy: 'tokyo' }, '', [['tokyo', foreign ?? '']]), 'unusable')
  assert.deepEqual(resolved({ proxy: 'tokyo' }, '', [['tokyo', proxy_cipher]]), addressOf(own))
  assert.deepEqual(resolved({ proxy: own }), addressOf(own), 'as an earlier version stored it')
})

test('settings are shown without a password, also where an earlier version stored it', () => {
  assert.deepEqual(JSON.parse(shownSetting(settingOf(own))), { proxy: masked })
  assert.ok(!shownSetting(settingOf('ftp://u:geheim-1@h')).includes('geheim-1'), 'not even of an unreadable address')
  for (const setting of ['', '{"a":1}', settingOf('tokyo'), settingOf('socks5://h')])
    assert.equal(shownSetting(setting), setting)
})
