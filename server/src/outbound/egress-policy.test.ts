import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EgressPolicy, mayConnect, mayUsePort, parseEgressAllow, userEgress } from './egress-policy.ts'

const open: EgressPolicy = { allowPrivate: true, allowed: [] }
const closed: EgressPolicy = { allowPrivate: false, allowed: [] }
const may = (address: string, policy = open) => mayConnect(address, address, 443, policy)

test('public addresses may be connected to under either policy', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ])
    assert.ok(may(address, open) && may(address, closed), address)
})

const never = {
  'link-local and metadata': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::a9fe:a9fe%eth0'],
  'metadata outside the link-local range': [
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
  ],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'broadcast and reserved': [
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.1',
    '2001:db8::1',
    '100::1',
  ],
  'site-local of old': ['fec0::1'],
  'IPv4 mapped into IPv6': ['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:0.0.0.0', '::ffff:224.0.0.1'],
  'IPv4 translated into IPv6': ['::ffff:0:169.254.169.254', '::ffff:0:7f00:1'],
  'IPv4-compatible IPv6': ['::169.254.169.254', '::a9fe:a9fe', '::100.100.100.200'],
  NAT64: ['64:ff9b::169.254.169.254', '64:ff9b::a9fe:a9fe', '64:ff9b::0.0.0.0', '64:ff9b::100.100.100.200'],
  'NAT64 with a prefix of its own': ['64:ff9b:1::169.254.169.254', '64:ff9b:1:a9fe:a9:fe00:808:808'],
  '6to4': ['2002:a9fe:a9fe::1', '2002:0:0::1', '2002:e000:1::1'],
  Teredo: ['2001:0:a9fe:a9fe::1', '2001:0:808:808::1'],
  'no address at all': ['', 'localhost', 'example.com', '999.1.1.1', '::g'],
} satisfies Record<string, string[]>

for (const [kind, addresses] of Object.entries(never))
  test(`${kind}: refused under either policy, even when an allow-list names it`, () => {
    for (const address of addresses) {
      assert.ok(!may(address, open), address)
      const listed = { allowPrivate: false, allowed: parseEgressAllow('0.0.0.0/0:443 [::/0]:443') }
      assert.ok(!may(address, listed), `${address} although listed`)
    }
  })

const inside = [
  ...[
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.0.1',
    '192.168.0.1',
    '100.64.0.1',
    'fd12:3456::1',
  ],
  ...['::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::10.0.0.1', '2002:7f00:1::1', '2002:a00:1::1'],
]

test('loopback and private addresses, in every clothing, follow the operator', () => {
  for (const address of inside) assert.deepEqual([may(address, open), may(address, closed)], [true, false], address)
})

test('a closed policy opens for a listed host at its port and nowhere else', () => {
  const policy = { allowPrivate: false, allowed: parseEgressAllow('Ollama.local:11434') }
  assert.ok(mayConnect('10.0.0.5', 'ollama.local', 11434, policy))
  assert.ok(mayConnect('10.0.0.5', 'OLLAMA.LOCAL', 11434, policy))
  assert.ok(!mayConnect('10.0.0.5', 'ollama.local', 11435, policy))
  assert.ok(!mayConnect('10.0.0.5', 'other.local', 11434, policy))
  assert.ok(!mayConnect('10.0.0.5', 'x.ollama.local', 11434, policy))
  assert.ok(!mayConnect('169.254.169.254', 'ollama.local', 11434, policy), 'a listed name does not lead to metadata')
})

test('a closed policy opens for a listed range at its port and nowhere else', () => {
  const policy = {
    allowPrivate: false,
    allowed: parseEgressAllow('10.1.0.0/16:8000, 127.0.0.1:8001, [fd00::/8]:8002, [::1]:8003'),
  }
  const at = (address: string, port: number) => mayConnect(address, 'any.name', port, policy)
  assert.ok(at('10.1.255.1', 8000) && at('127.0.0.1', 8001) && at('fd99::1', 8002) && at('::1', 8003))
  assert.ok(at('::ffff:10.1.0.1', 8000) && at('64:ff9b::10.1.0.1', 8000), 'clothing does not matter')
  assert.ok(!at('10.2.0.1', 8000) && !at('10.1.0.1', 8001) && !at('127.0.0.2', 8001) && !at('::1', 8002))
})

test('an allow-list is host:port or range:port; anything else is named and refused', () => {
  assert.equal(parseEgressAllow(' a.example:80,10.0.0.0/8:81\n[::1]:82 ').length, 3)
  assert.deepEqual(parseEgressAllow(''), [])
  const bad = [
    ...[
      'localhost',
      'localhost:',
      'localhost:0',
      'localhost:65536',
      'localhost:http',
      ':80',
      '*:80',
      'http://a:80',
      'a/8:80',
    ],
    ...[
      'user:pass@host:80',
      '10.0.0.0/33:80',
      '10/8:80',
      '010.0.0.1:80',
      '10:80',
      '127.1:80',
      '0x7f.0.0.1:80',
      'a.0x7f:80',
    ],
    ...['::1:80', '[::1]', '[::1/129]:80', '[localhost]:80', 'a..b:80', 'a:80:80'],
  ]
  for (const entry of bad)
    assert.throws(
      () => parseEgressAllow(`ok.example:80 ${entry}`),
      (error: Error) => error.message.includes(`"${entry}"`),
      entry,
    )
})

const world = '93.184.216.34'

test('callers reach the world at the ports of the web', () => {
  const policy = userEgress([])
  for (const port of [80, 443, 8080, 8443])
    assert.ok(mayConnect(world, 'a.example', port, policy) && mayUsePort(port, policy), String(port))
  for (const port of [1, 22, 81, 3000, 6379, 65535])
    assert.ok(!mayConnect(world, 'a.example', port, policy) && !mayUsePort(port, policy), String(port))
})

test('what an operator lists opens its own target at its own port, and no other target there', () => {
  const policy = userEgress(parseEgressAllow('files.example:9000 10.1.0.0/16:9001'))
  assert.ok(mayConnect(world, 'files.example', 9000, policy))
  assert.ok(mayConnect('10.2.0.1', 'files.example', 9000, policy), 'wherever the name leads')
  assert.ok(mayConnect('10.1.2.3', 'any.example', 9001, policy))
  assert.ok(!mayConnect(world, 'a.example', 9000, policy))
  assert.ok(!mayConnect('10.2.0.1', 'any.example', 9001, policy))
  assert.ok(!mayConnect('10.1.2.3', 'any.example', 443, policy))
  assert.ok(mayUsePort(9000, policy) && mayUsePort(9001, policy) && !mayUsePort(9002, policy))
})

test('nothing inside is reached, at any port', () => {
  const policy = userEgress([])
  for (const address of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1', '169.254.169.254'])
    for (const port of [80, 443]) assert.ok(!mayConnect(address, 'a.example', port, policy), address)
})
