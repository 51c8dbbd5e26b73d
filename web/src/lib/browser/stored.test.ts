import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from './fake-browser.ts'

const browser = fakeBrowser({ colour: 'red', broken: '{"id":' })
const { readJson, stored } = await import('./stored.ts')

test('a stored value starts as what was kept and is kept when it changes', () => {
  const colour = stored('colour', (text) => text ?? 'none')
  assert.equal(colour.get(), 'red')
  colour.set('blue')
  assert.equal(browser.storage.get('colour'), 'blue')
})

test('a value that prints as null is removed', () => {
  const name = stored<string | undefined>(
    'name',
    (text) => text ?? undefined,
    (value) => value ?? null,
  )
  name.set('lin')
  name.set(undefined)
  assert.equal(browser.storage.has('name'), false)
})

test('a change in another tab arrives and is heard, also when that tab cleared everything', () => {
  const size = stored('size', (text) => Number(text ?? 10))
  const heard: number[] = []
  size.watch((value) => heard.push(value))
  browser.changeInOtherTab('size', '50')
  browser.changeInOtherTab('colour', 'green')
  assert.deepEqual(heard, [50])
  assert.equal(size.get(), 50)
})

test('storage that refuses to write still remembers for this page', () => {
  const kept = stored('full', (text) => text ?? 'old')
  const { setItem } = localStorage
  localStorage.setItem = () => {
    throw new Error('quota exceeded')
  }
  kept.set('new')
  localStorage.setItem = setItem
  assert.equal(kept.get(), 'new')
})

test('damaged or foreign JSON reads as nothing', () => {
  const isNumber = (value: unknown): value is number => typeof value === 'number'
  assert.equal(readJson('{"id":', isNumber), undefined)
  assert.equal(readJson('"7"', isNumber), undefined)
  assert.equal(readJson(null, isNumber), undefined)
  assert.equal(readJson('7', isNumber), 7)
})
