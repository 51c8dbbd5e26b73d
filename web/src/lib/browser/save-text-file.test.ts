import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textFileName } from './save-text-file.ts'

test('a name becomes a file name', () => {
  assert.equal(textFileName('spring sale'), 'spring sale.txt')
  assert.equal(textFileName('$0.20'), '$0.20.txt')
  assert.equal(textFileName('春季活动'), '春季活动.txt')
})

test('what would leave the folder or the file system is taken out', () => {
  assert.equal(textFileName('../../etc/passwd'), '_.._etc_passwd.txt')
  assert.equal(textFileName('a\\b:c*d?"<>|\u0000'), 'a_b_c_d______.txt')
  assert.equal(textFileName('...'), 'text.txt')
  assert.equal(textFileName(''), 'text.txt')
})
