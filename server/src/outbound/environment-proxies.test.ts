import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentProxies, type ProxyVariables } from './environment-proxies.ts'
import { parseProxy } from './proxy.ts'

const policy = { allowPrivate: true, allowed: [] }
const one = parseProxy('http://one:3128')
const other = parseProxy('socks5://ann:secret@other')
const hostOf = (variables: ProxyVariables, url: string) => {
  const proxy = environmentProxies(variables, policy).of(new URL(url))
  return typeof proxy === 'object' ? proxy.host : proxy
}

test('without a variable every request is direct', () => {
  assert.equal(hostOf({}, 'https://h.example'), undefined)
  assert.equal(hostOf({ NO_PROXY: '*' }, 'https://h.example'), undefined)
  assert.equal(environmentProxies({ NO_PROXY: '*' }, policy).shown, undefined)
})

test('HTTPS_PROXY is for https and HTTP_PROXY for http', () => {
  const variables = { HTTPS_PROXY: one, HTTP_PROXY: other }
  assert.equal(hostOf(variables, 'https://h.example'), 'one')
  assert.equal(hostOf(variables, 'http://h.example'), 'other')
  assert.equal(hostOf({ HTTPS_PROXY: one }, 'http://h.example'), undefined)
  assert.equal(hostOf({ HTTP_PROXY: one }, 'https://h.example'), undefined)
})

test('OUTBOUND_PROXY is for both, and the others then count for nothing', () => {
  const variables = { OUTBOUND_PROXY: one, HTTPS_PROXY: other, HTTP_PROXY: other, NO_PROXY: 'exempt.example' }
  for (const protocol of ['http', 'https']) {
    assert.equal(hostOf(variables, `${protocol}://h.example`), 'one')
    assert.equal(hostOf(variables, `${protocol}://exempt.example`), undefined)
  }
})

test('loopback is direct, whatever the lists say', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9:81', '[::1]', '[::ffff:127.0.0.1]:8080', '2130706433'])
    assert.equal(hostOf({ OUTBOUND_PROXY: one }, `http://${host}`), undefined, host)
  for (const host of ['localhost.example', '10.0.0.1', '[::2]', '128.0.0.1'])
    assert.equal(hostOf({ OUTBOUND_PROXY: one }, `http://${host}`), 'one', host)
})

test('proxies are shown without their passwords', () => {
  const { shown } = environmentProxies({ HTTPS_PROXY: other, NO_PROXY: 'a.example' }, policy)
  assert.deepEqual(shown, { https: 'socks5://ann:•••@other:1080', no_proxy: 'a.example' })
})

/** For each list: what is reached directly, and what is not. The rules and most examples are those of Go's httpproxy. */
const lists: Record<string, [direct: string[], proxied: string[]]> = {
  'foo.com': [
    ['http://foo.com', 'http://bar.foo.com', 'https://FOO.com:8443'],
    ['http://afoo.com', 'http://foo.com.au'],
  ],
  '.foo.com': [
    ['http://bar.foo.com', 'http://a.b.foo.com'],
    ['http://foo.com', 'http://afoo.com'],
  ],
  '*.foo.com': [['http://bar.foo.com'], ['http://foo.com']],
  'foo.com:8080': [
    ['http://foo.com:8080', 'https://x.foo.com:8080'],
    ['http://foo.com', 'http://foo.com:8081'],
  ],
  'foo.com:443,foo.org:80': [
    ['https://foo.com', 'http://foo.org'],
    ['http://foo.com', 'https://foo.org'],
  ],
  ' a.com , B.com ,, ': [['http://a.com', 'http://b.com'], ['http://c.com']],
  '*': [['http://anything.example', 'https://10.0.0.1'], []],
  'a.com,*': [['http://anything.example'], []],
  '10.0.0.0/8': [
    ['http://10.1.2.3', 'http://[::ffff:10.1.2.3]'],
    ['http://11.0.0.1', 'http://[::a00:1]', 'http://ten.example'],
  ],
  '2001:db8::/32': [['http://[2001:db8:1::1]'], ['http://[2001:db9::1]', 'http://10.0.0.1']],
  '192.168.1.1': [
    ['http://192.168.1.1', 'https://192.168.1.1:8443'],
    ['http://192.168.1.2', 'http://1.192.168.1.1.example'],
  ],
  '192.168.1.1:81': [['http://192.168.1.1:81'], ['http://192.168.1.1']],
  '2001:db8::1,[2001:db8::2]:80': [
    ['http://[2001:db8::1]:99', 'http://[2001:db8::2]'],
    ['https://[2001:db8::2]', 'http://[2001:db8::3]'],
  ],
  'bücher.example': [['http://bücher.example', 'http://xn--bcher-kva.example'], ['http://bucher.example']],
  '10.0.0.0/99, :80, http://x.example': [[], ['http://10.0.0.1', 'http://x.example', 'http://h.example']],
}
for (const [list, [direct, proxied]] of Object.entries(lists))
  test(`NO_PROXY ${list}`, () => {
    const variables = { OUTBOUND_PROXY: one, NO_PROXY: list }
    for (const url of direct) assert.equal(hostOf(variables, url), undefined, url)
    for (const url of proxied) assert.equal(hostOf(variables, url), 'one', url)
  })
