import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const files = globSync('**/*', { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' })
const documents = ['README.md', 'README.zh.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/internals.md']

/** Paths of source files in backquotes: `gateway/routing/routing.ts`. A path with a placeholder is a pattern. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs|css|json|sql))`/g)].map(([, path = '']) => path)

// Documents may leave out the folders that a path begins with, as their text says.
const isThere = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`))

for (const document of documents)
  test(`${document} names files that are there`, () => {
    const paths = pathsIn(readFileSync(join(root, document), 'utf8'))
    assert.ok(paths.length > 0 || document.startsWith('README'))
    assert.deepEqual(
      paths.filter((path) => !isThere(path)),
      [],
    )
  })
