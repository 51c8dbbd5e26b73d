import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rolesCss } from './roles-css.ts'

test('every role is a variable in light, in dark, and in dark before anything decided', () => {
  const sheet = rolesCss()
  assert.equal(sheet.match(/--text-2: #4E585E/g)?.length, 1)
  assert.equal(sheet.match(/--text-2: #A9B3B8/g)?.length, 2)
  assert.match(sheet, /:root\[data-theme='dark'\]\{color-scheme: dark;/)
  assert.match(sheet, /@media \(prefers-color-scheme: dark\)\{:root:not\(\[data-theme\]\)/)
})
