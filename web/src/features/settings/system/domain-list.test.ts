import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidDomain, readDomains, writeDomains } from './domain-list.ts'

test('domains are kept once, in small letters, without what people put around them', () => {
  assert.equal(
    writeDomains(['gmail.com', '@QQ.com', ' gmail.com ', '163.com，126.com; foxmail.com', '@']),
    'gmail.com,qq.com,163.com,126.com,foxmail.com',
  )
})

test('the stored text and the list are the same', () => {
  assert.deepEqual(readDomains('gmail.com,qq.com'), ['gmail.com', 'qq.com'])
  assert.deepEqual(readDomains(''), [])
  assert.equal(writeDomains(readDomains('gmail.com,qq.com')), 'gmail.com,qq.com')
})

test('what is no domain is found', () => {
  assert.equal(invalidDomain('gmail.com,例子.中国'), undefined)
  for (const invalid of ['gmail', 'a@b.com', '.com', 'a..b', '*.example.com'])
    assert.equal(invalidDomain(`gmail.com,${invalid}`), invalid)
})
