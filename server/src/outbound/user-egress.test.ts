import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayConnect, mayUsePort, parseEgressAllow } from './egress-policy.ts'
import { userEgress } from './user-egress.ts'

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
