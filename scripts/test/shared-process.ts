// The test files it is given, each in a suite of its own: the hooks of a file are the hooks of its tests alone.
import { join } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from './test-files.ts'

for (const file of process.argv.slice(2))
  describe(file, async () => {
    await import(pathToFileURL(join(root, file)).href)
  })
