import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isListed, isLocalAddress, parseAddressList } from './address-list.ts'

const rangesOf = (text: string) => {
  const parsed = parseAddressList(text)
  assert.ok(parsed.ok, text)
  return parsed.ranges
}

test('addresses and ranges may be separated by commas, spaces and lines', () => {
  assert.equal(rangesOf('10.0.0.1, 10.1.0.0/16\n2001:db8::/32\t::1').length, 4)
})

test('nothing, blanks and the word none are empty lists', () => {
  for (const text of ['', ' \n ', 'none', ' none ', ',,']) assert.deepEqual(rangesOf(text), [])
})

test('one bad entry spoils the list and is named', () => {
  const bad = [
    'localhost',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '2001:db8::/129',
    '1.2.3',
    '*',
    'none,',
  ]
  for (const entry of bad) {
    const [first] = entry.split(',')
    assert.deepEqual(parseAddressList(`192.0.2.1, ${entry}`), { ok: false, bad: first })
  }
})

test('octal, hexadecimal and shortened spellings are refused instead of guessed', () => {
  for (const entry of ['0177.0.0.1', '0x7f.0.0.1', '10', '10/8', '010.0.0.0/8', '127.1', '2130706433'])
    assert.deepEqual(parseAddressList(entry), { ok: false, bad: entry })
})

test('an address is listed when it lies in one of the ranges', () => {
  const ranges = rangesOf('192.0.2.7 10.0.0.0/8 2001:db8::/32')
  for (const inside of ['192.0.2.7', '10.255.0.1', '2001:db8:ffff::1']) assert.ok(isListed(inside, ranges), inside)
  for (const outside of ['192.0.2.8', '11.0.0.0', '2001:db9::1', '::1']) assert.ok(!isListed(outside, ranges), outside)
  assert.ok(!isListed('192.0.2.7', []))
})

test('IPv4 in IPv6 clothing is IPv4, for callers and in lists', () => {
  assert.ok(isListed('::ffff:10.0.0.1', rangesOf('10.0.0.0/8')))
  assert.ok(isListed('10.0.0.1', rangesOf('::ffff:10.0.0.1')))
  assert.ok(isListed('10.0.0.1', rangesOf('::ffff:10.0.0.0/104')))
  assert.ok(!isListed('11.0.0.1', rangesOf('::ffff:10.0.0.0/104')))
  assert.ok(!isListed('10.0.0.1', rangesOf('::/0')), 'every IPv6 address is not every address')
})

test('what is no address is in no list', () => {
  const everything = rangesOf('0.0.0.0/0 ::/0')
  for (const text of ['', 'unknown', '_hidden', '10.0.0.1:8080', '10.0.0.1, 10.0.0.2'])
    assert.ok(!isListed(text, everything), text)
})

test('this machine and private networks are local, nobody else', () => {
  const local = [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    'fd12::1',
    '::ffff:127.0.0.1',
  ]
  for (const address of local) assert.ok(isLocalAddress(address), address)
  const foreign = [
    '8.8.8.8',
    '172.32.0.1',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '2001:4860::8888',
    'fe80::1',
    '',
    'localhost',
    'unknown',
  ]
  for (const address of foreign) assert.ok(!isLocalAddress(address), address)
})
