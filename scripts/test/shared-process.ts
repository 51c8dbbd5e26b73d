// The test files it is given, each in a suite of its own: the hooks of a file are the hooks of its tests alone.
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { measureFile } from './leave-cpu-seconds.ts'
import { root } from './test-files.ts'

const files = process.argv.slice(2)

// This module waits for others at its top level. Unless it has been loaded before, files that import it end up in one suite.
const awaits = 'server/test/relay/providers/driven-providers.ts'
if (files.some((file) => file.startsWith('server/test/relay/providers/')))
  await import(pathToFileURL(join(root, awaits)).href)

for (const file of files)
  describe(file, async () => {
    let end = () => {}
    before(() => {
      end = measureFile(file)
    })
    await import(pathToFileURL(join(root, file)).href)
    after(() => end()) // behind the hooks of the file
  })
