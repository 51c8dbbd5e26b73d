import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disableHandlers } from './disable-handlers.ts'

test('event handlers lose their names wherever an attribute can stand', () => {
  for (const html of [
    '<img src=x onerror="run()">',
    '<svg/onload=run()>',
    '<img alt=">" onerror=run()>',
    "<img alt='a'onerror = 'run()'>",
    '<IMG ONERROR=run()>',
    '<a\nonclick=run()>',
  ])
    assert.doesNotMatch(disableHandlers(html), /[\s/'"]on\w+\s*=/i, html)
})

test('words and values that only look like handlers stay as they are', () => {
  for (const html of [
    '<p>turn it on = off</p>',
    '<code>&lt;a onclick=run()&gt;</code>',
    '<a title="onclick=run()">on</a>',
    '<img alt=one>',
    '<p data-once="1">only</p>',
  ])
    assert.equal(disableHandlers(html), html)
})
