import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskSecret } from './mask-secret.ts'

test('a long secret keeps its first seven and last four characters', () => {
  assert.equal(maskSecret('sk-9fQ2bV7mLx0TzK41uWcE8sYnRd3HaGpJ6iOqXk7d'), 'sk-9fQ2••••Xk7d')
  assert.equal(maskSecret('sk-9fQ2bV7mLx0TzK41uWcE8sYnRd3HaGpJ6iOqXk7d', '…'), 'sk-9fQ2…Xk7d')
})

test('a short secret shows nothing of itself', () => {
  assert.equal(maskSecret('sk-short-secret'), '••••')
  assert.equal(maskSecret(''), '••••')
})
