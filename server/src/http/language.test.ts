import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from './language.ts'

test('the language a caller prefers most among ours is spoken, and Chinese to everyone else', () => {
  const cases: [header: string | undefined, language: string][] = [
    [undefined, 'zh'],
    ['', 'zh'],
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['EN', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-GB,zh;q=0.9', 'en'],
    ['zh;q=0.3, en;q=0.7', 'en'],
    ['fr-FR, en;q=0.1', 'en'],
    ['fr, de', 'zh'],
    ['*', 'zh'],
    ['en;q=0', 'zh'],
    ['en;q=0, zh;q=0.1', 'zh'],
    ['en; q=0.5', 'en'],
    ['en;q=banana', 'zh'],
    [`${'fr,'.repeat(100)}en`, 'zh'], // the header is read up to a maximum length
  ]
  for (const [header, language] of cases) assert.equal(preferredLanguage(header), language, String(header))
})
