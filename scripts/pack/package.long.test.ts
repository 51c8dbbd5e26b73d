import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { openPage } from '../../web/journeys/browser.ts'
import { sharedBrowser } from '../../web/journeys/shared-browser.ts'
import { root } from '../test/test-files.ts'
import { javaScriptOf, writePackage } from './package-files.ts'

// As npm lays it out, but without a download: the packages beside it are those of the checkout.
const folder = mkdtempSync(join(tmpdir(), 'turnpike-package-'))
const installed = join(folder, 'node_modules', 'turnpike')
const program = join(installed, 'turnpike.js')
before(() => {
  mkdirSync(installed, { recursive: true })
  for (const modules of [join(root, 'server', 'node_modules'), join(root, 'node_modules')])
    for (const name of existsSync(modules) ? readdirSync(modules) : []) {
      const link = join(folder, 'node_modules', name)
      if (name !== '@turnpike' && !existsSync(link)) symlinkSync(join(modules, name), link)
    }
  writePackage(installed)
})
after(() => rmSync(folder, { recursive: true }))
const browser = sharedBrowser()

const filesOf = (part: string) =>
  readdirSync(join(installed, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test('the package has JavaScript alone, whose imports it has too', () => {
  const files = ['contract', 'server', 'scripts'].flatMap(filesOf)
  assert.deepEqual(
    files.filter((file) => file.endsWith('.ts')),
    [],
  )
  const missing = files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\(?|new URL\()\s*'(\.[^']+)'/g)]
        .map(([, target = '']) => join(dirname(file), target))
        .filter((target) => !existsSync(target)),
    )
  assert.deepEqual(missing, [])
  assert.ok(existsSync(join(installed, 'web/dist/index.html')))
})

test('the package bundles every library of the server, so that npm installs it without warnings about their engines', () => {
  const { dependencies, bundleDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.ok(bundleDependencies.length > 0)
  assert.deepEqual(bundleDependencies, Object.keys(dependencies))
})

test('types go, and files are named as they are called in the package', () => {
  const source = `import { a } from './a.ts'\nimport type { B } from '@turnpike/contract/x/b'\nimport { c } from '@turnpike/contract/c'\nconst d: B = await import('../d.ts')\n`
  const lines = javaScriptOf('server/src/http/file.ts', source).split('\n')
  assert.deepEqual(
    [lines[0], lines[1]?.trim(), lines[2], lines[3]?.replace(/\s+/g, ' ')],
    [
      `import { a } from './a.js'`,
      '',
      `import { c } from '../../../contract/src/c.js'`,
      `const d = await import('../d.js')`,
    ],
  )
})

test('the command starts the server, checks its ledger, and ends with it', async () => {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), DRAIN_DELAY_SECONDS: '0' }
  const server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await readyUrl(server)
    const status = (await (await fetch(`${url}/api/status`)).json()) as { success: boolean }
    assert.equal(status.success, true)
    assert.match(await (await fetch(url)).text(), /<div id="root">/)
    const verified = spawnSync(process.execPath, [program, 'ledger:verify'], { env, encoding: 'utf8' })
    assert.equal(verified.status, 0, verified.stderr)
  } finally {
    server.kill('SIGTERM')
  }
  assert.deepEqual(await once(server, 'exit'), [0, null])
})

test('started by the Node of the machine, its first page is the setup, in a browser and without complaint', async () => {
  const { DATA_DIR: _, ...rest } = process.env
  const own = { HOST: '127.0.0.1', PORT: '0', DRAIN_DELAY_SECONDS: '0' }
  const empty = mkdtempSync(join(folder, 'empty-')) // its data goes to the working directory
  const server = spawn(machinesNode(), [program], {
    cwd: empty,
    env: { ...rest, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { page, context, complaints } = await openPage(await browser(), { isFirstRun: true })
    const missing: string[] = []
    page.on('response', (response) => {
      if (!response.ok()) missing.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(await readyUrl(server))
    await page.waitForURL('**/setup')
    await page.getByLabel('New password').waitFor()
    assert.deepEqual([complaints, missing], [[], []])
    await context.close()
  } finally {
    server.kill('SIGTERM')
  }
  assert.deepEqual(await once(server, 'exit'), [0, null])
  assert.ok(existsSync(join(empty, 'data', 'turnpike.db')))
})

test('a command that does not exist is refused with those that do', () => {
  const refused = spawnSync(process.execPath, [program, 'sell'], { encoding: 'utf8' })
  assert.equal(refused.status, 2)
  assert.match(refused.stderr, /There is no command sell.*turnpike ledger:verify/s)
})

/** The machine's own Node: the first one on the path that is not part of this checkout, else this one. */
function machinesNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  return folders.map((path) => join(path, 'node')).find((path) => existsSync(path)) ?? process.execPath
}

async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout)
  for await (const line of createInterface({ input: stdout })) {
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string }
    if (msg === 'ready' && url) return url
  }
  throw new Error('the server ended before it was ready')
}
