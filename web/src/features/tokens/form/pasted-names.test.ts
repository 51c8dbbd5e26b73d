import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNames, shortenAddresses } from './pasted-names.ts'

const namesIn = (text: string) => readNames(text).names

test('names stand between line ends, commas, semicolons or tabs', () => {
  assert.deepEqual(namesIn('lin\nmax\r\neve\rann'), ['lin', 'max', 'eve', 'ann'])
  assert.deepEqual(namesIn(' lin@x.org, max@x.org;eve\tann '), ['lin@x.org', 'max@x.org', 'eve', 'ann'])
  assert.deepEqual(namesIn(''), [])
})

test('a quoted name may hold separators and doubled quotes', () => {
  assert.deepEqual(namesIn('"Wu, Lin", "the ""bot"""\n"max"'), ['Wu, Lin', 'the "bot"', 'max'])
})

test('a quote inside a name, or one that is never closed, is an ordinary character', () => {
  assert.deepEqual(namesIn('5" disk,max\n"open, eve'), ['5" disk', 'max', '"open', 'eve'])
})

test('duplicates are left out whatever their case, and told', () => {
  const found = readNames('lin\nMax\nLIN\nmax, lin')
  assert.deepEqual(
    [found.names, found.duplicates],
    [
      ['lin', 'Max'],
      ['LIN', 'max', 'lin'],
    ],
  )
})

test('empty lines between names are counted, those at the end are not', () => {
  const found = readNames('lin\n\n  \nmax\n\n\n')
  assert.deepEqual([found.names, found.emptyLines], [['lin', 'max'], 2])
})

test('a name that no token can have is told, not cut', () => {
  const long = 'x'.repeat(31)
  const found = readNames(`${long}\n"a\nb"\n${'y'.repeat(30)}`)
  assert.deepEqual([found.names, found.tooLong, found.unprintable], [['y'.repeat(30)], [long], ['a\nb']])
})

test('addresses that are too long become the part before the @', () => {
  const text = 'lin@x.org\nalexandra.smith@department.example.org'
  assert.equal(shortenAddresses(text, readNames(text)), 'lin@x.org\nalexandra.smith')
})
