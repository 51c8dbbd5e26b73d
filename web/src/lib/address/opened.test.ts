import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOfOpened, leavesOpened } from './opened.ts'

test('what is open is one parameter beside the filters and the page', () => {
  const list = new URLSearchParams('keyword=ci&p=3')
  const open = addressOfOpened(list, 'open', '42')
  assert.equal(String(open), 'keyword=ci&p=3&open=42')
  assert.equal(String(addressOfOpened(open, 'open', 'new')), 'keyword=ci&p=3&open=new')
  assert.equal(String(addressOfOpened(open, 'open', undefined)), 'keyword=ci&p=3')
})

test('another page and another open object leave the drawer, a filter does not', () => {
  const at = (address: string) => {
    const { pathname, search } = new URL(address, 'http://localhost')
    return { pathname, search }
  }
  assert.equal(leavesOpened(at('/token?open=4'), at('/token')), true)
  assert.equal(leavesOpened(at('/token?open=4'), at('/token?open=5')), true)
  assert.equal(leavesOpened(at('/token?open=4'), at('/log?open=4')), true)
  assert.equal(leavesOpened(at('/token?open=4'), at('/token?keyword=ci&open=4')), false)
})
