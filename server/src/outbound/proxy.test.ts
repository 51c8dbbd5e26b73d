import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseProxy, shownProxy } from './proxy.ts'

const none = { username: '', password: '' }
const readable = {
  'http://proxy.example': { protocol: 'http', host: 'proxy.example', port: 80, ...none },
  'HTTPS://Proxy.Example/': { protocol: 'https', host: 'proxy.example', port: 443, ...none },
  'socks5://10.0.0.1': { protocol: 'socks5', host: '10.0.0.1', port: 1080, ...none },
  'socks5h://[2001:DB8::1]:80': { protocol: 'socks5h', host: '2001:db8::1', port: 80, ...none },
  ' http://127.1:3128\n': { protocol: 'http', host: '127.0.0.1', port: 3128, ...none },
  'socks5://ann:p%40ss%3A%2F@h:9': { protocol: 'socks5', host: 'h', port: 9, username: 'ann', password: 'p@ss:/' },
  'http://ann:p@ss:word@h': { protocol: 'http', host: 'h', port: 80, username: 'ann', password: 'p@ss:word' },
  'http://:secret@h': { protocol: 'http', host: 'h', port: 80, username: '', password: 'secret' },
  'socks5://ann@h': { protocol: 'socks5', host: 'h', port: 1080, username: 'ann', password: '' },
}

for (const [address, proxy] of Object.entries(readable))
  test(`${address.trim()} is read`, () => {
    assert.deepEqual(parseProxy(address), proxy)
  })

const unreadable = {
  'an empty text': '',
  'an address without a protocol': 'proxy.example:3128',
  'another protocol': 'socks4://h:1080',
  'no host': 'http://:3128',
  'a path': 'http://h:3128/path',
  'a query': 'http://h:3128?x=1',
  'a fragment': 'http://h:3128#x',
  'port 0': 'http://h:0',
  'a port that is too large': 'http://h:65536',
  'a space': 'http://h h:1',
  'a line end within': 'http://u:p\r\nx@h',
  'a host that is no name': 'http://h%00:1',
  'an unclosed bracket': 'http://[::1:80',
  'an escape that is none': 'http://u:%zz@h',
  'a colon in the user of Basic authentication': 'http://a%3Ab:c@h',
  'a password without a user for SOCKS': 'socks5://:secret@h',
  'a user that is too long for SOCKS': `socks5://${'u'.repeat(256)}:p@h`,
  'a password that is too long for SOCKS': `socks5h://u:${'%C3%A9'.repeat(128)}@h`,
}

for (const [what, address] of Object.entries(unreadable))
  test(`${what} is not read as a proxy`, () => {
    assert.equal(parseProxy(address), undefined)
  })

test('the password is never shown', () => {
  const shown = (address: string) => shownProxy(parseProxy(address) ?? assert.fail())
  assert.equal(shown('socks5://us%20er:secret@host'), 'socks5://us%20er:•••@host:1080')
  assert.equal(shown('http://:secret@[::1]:3128'), 'http://:•••@[::1]:3128')
  assert.equal(shown('https://ann@host'), 'https://ann@host:443')
  assert.equal(shown('socks5h://host'), 'socks5h://host:1080')
})
