import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { optionKeys, options, optionsIn } from '@turnpike/contract/options'

const root = join(import.meta.dirname, '..', '..', '..')
const statusFile = 'server/src/domain/system/status/status.routes.ts'

const sourcesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|text)\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Without comments, which may name an option that nothing reads. */
const codeOf = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '')
const wordsOf = (code: string) => new Set(code.match(/\w+/g) ?? [])

// The code that stores, checks and edits options names all of them and uses none.
const storesOptions = (file: string) =>
  file.startsWith('server/src/domain/system/options/') || file.startsWith('web/src/features/settings/')
const readers = ['server/src', 'web/src'].flatMap(sourcesBelow).filter((file) => !storesOptions(file))
const readOnServer = wordsOf(
  readers
    .filter((file) => file.startsWith('server/') && file !== statusFile)
    .map(codeOf)
    .join('\n'),
)
const readInBrowser = wordsOf(['web/src'].flatMap(sourcesBelow).map(codeOf).join('\n'))

/** The members of the status and of the public pages, by the option they are made from. */
const status = codeOf(statusFile)
const publicPages: Record<string, string> = { Notice: 'notice', About: 'about', HomePageContent: 'home' }
const memberOf = (key: string) =>
  publicPages[key] ?? new RegExp(`^\\s*(\\w+): options\\.${key}\\b`, 'm').exec(status)?.[1]

function isRead(key: string): boolean {
  const member = memberOf(key)
  return readOnServer.has(key) || (member !== undefined && readInBrowser.has(member))
}

test('every option has an effect, or is on no page', () => {
  const without = optionKeys.filter((key) => !isRead(key))
  assert.deepEqual(without.sort(), optionsIn('none').sort())
})

test('every option with an effect is on a page of the settings', () => {
  const edited = wordsOf(sourcesBelow('web/src/features/settings').map(codeOf).join('\n'))
  const missing = optionKeys.filter((key) => options[key].section !== 'none' && !edited.has(key))
  assert.deepEqual(missing, [])
})

test('no page shows an option that is kept for export alone', () => {
  const words = wordsOf(sourcesBelow('web/src').map(read).join('\n'))
  assert.deepEqual(
    optionsIn('none').filter((key) => words.has(key)),
    [],
  )
})
