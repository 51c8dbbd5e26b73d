import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './test/test-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const known = new Set([...read('docs/configuration.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))

/** Variables of other programs in the deployment, and of every program. */
const others = /^(TZ|POSTGRES_(USER|DB|PASSWORD)|SITE_ADDRESS)$/

test('container files and the systemd unit set no variable that the server does not read', () => {
  const given = {
    'compose.yaml': /^\s+([A-Z][A-Z0-9_]+):/gm,
    'deploy/compose.scale.yaml': /^\s+([A-Z][A-Z0-9_]+):/gm,
    'deploy/turnpike.service': /\b([A-Z][A-Z0-9_]+)=/g,
    Dockerfile: /\b([A-Z][A-Z0-9_]+)=/g,
  }
  for (const [file, pattern] of Object.entries(given)) {
    const names = [...read(file).matchAll(pattern)].map(([, name = '']) => name)
    assert.ok(names.length > 0, file)
    for (const name of names) assert.ok(others.test(name) || known.has(name), `${name} in ${file}`)
  }
})

test('the image has the Node that the package comes with, and only that one', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  const majors = new Set(Object.values(optionalDependencies).map((version) => version.split('.')[0]))
  const bases = new Set([...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major))
  assert.deepEqual(bases, majors)
})

test('the image installs dependencies before it copies sources', () => {
  const dockerfile = read('Dockerfile')
  const installed = dockerfile.indexOf('RUN node scripts/prepare.mjs install')
  assert.ok(installed > 0 && installed < dockerfile.indexOf('COPY . .'))
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  for (const each of workspaces)
    assert.ok(dockerfile.slice(0, installed).includes(`COPY ${each}/package.json ${each}/`), each)
})
