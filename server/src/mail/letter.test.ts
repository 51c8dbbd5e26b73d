import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothLanguages, type Letter, mailOf } from './letter.ts'

const letter: Letter = {
  subject: { en: 'Hello', zh: '你好' },
  paragraphs: [
    { en: 'First <b>', zh: '第一 <b>' },
    { en: 'Last', zh: '最后' },
  ],
  code: '012345',
  link: { address: 'https://example.org/?a=1&b="2"', label: { en: 'Go', zh: '前往' } },
}

test('a letter that a request causes is in the language of the request alone, with code and link between the paragraphs', () => {
  const mail = mailOf(letter, 'lin@example.org', 'en')
  assert.equal(mail.to, 'lin@example.org')
  assert.equal(mail.subject, 'Hello')
  assert.equal(mail.text, 'First <b>\n\n012345\n\nhttps://example.org/?a=1&b="2"\n\nLast')
  assert.doesNotMatch(mail.html, /[\u4e00-\u9fff]/)
})

test('a letter without a request is in both languages, the default one first', () => {
  const { subject, text } = mailOf(letter, 'lin@example.org', bothLanguages('zh'))
  assert.equal(subject, '你好 / Hello')
  assert.ok(text.indexOf('第一') < text.indexOf('First'))
  assert.equal(mailOf(letter, 'lin@example.org', bothLanguages('en')).subject, 'Hello / 你好')
})

test('nothing of a letter becomes markup', () => {
  const { html } = mailOf({ ...letter, code: '<i>"\'&' }, 'lin@example.org', 'zh')
  assert.match(html, /第一 &lt;b&gt;/)
  assert.match(html, /&lt;i&gt;&quot;&#39;&amp;/)
  assert.match(html, /href="https:\/\/example\.org\/\?a=1&amp;b=&quot;2&quot;"/)
})
