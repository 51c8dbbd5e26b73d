import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..', '..')
const file = (name: string) => readFileSync(join(web, 'public', name))

/** As crawlers read it: the longest rule that matches decides, and a path without a rule is allowed. */
function isAllowed(path: string): boolean {
  const rules = [
    ...file('robots.txt')
      .toString()
      .matchAll(/^(Allow|Disallow): (\S+)$/gm),
  ]
    .map(([, verb, pattern = '']) => ({ verb, pattern }))
    .filter(({ pattern }) => (pattern.endsWith('$') ? path === pattern.slice(0, -1) : path.startsWith(pattern)))
    .sort((one, other) => other.pattern.length - one.pattern.length)
  return rules[0]?.verb !== 'Disallow'
}

test('crawlers may read the public pages and what they load, and neither the console nor any API', () => {
  const table = readFileSync(join(web, 'src', 'app', 'routes.tsx'), 'utf8')
  const routes = [...table.matchAll(/^ {2}(\w+)Page\(\s*'([^']+)',([\s\S]*?)\),$/gm)]
  assert.ok(routes.length > 40)
  for (const [, frame, path = '', rest = ''] of routes) {
    const isPublic = !/'(signed-in|admin|root)'/.test(rest)
    if (path === '*') continue
    const address = path.replace(/\/:.*$/, '/7')
    // The address of a shared key is its secret.
    if (!isPublic || path.startsWith('/share')) assert.equal(isAllowed(address), false, address)
    else if (frame === 'public') assert.equal(isAllowed(address), true, address)
  }
  for (const path of ['/api/status', '/v1/models', '/v1beta/models', '/pg/chat/completions', '/user/reset?token=x'])
    assert.equal(isAllowed(path), false, path)
  for (const path of ['/login', '/register', '/assets/app.js', '/logo.svg', '/logo.png', '/favicon.ico'])
    assert.equal(isAllowed(path), true, path)
})

test('the logo and the icon are pictures of the sizes they say', () => {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const sizeOf = (png: Buffer) => {
    assert.deepEqual(png.subarray(0, 8), signature)
    return [png.readUInt32BE(16), png.readUInt32BE(20)]
  }
  assert.deepEqual(sizeOf(file('logo.png')), [256, 256])
  const icon = file('favicon.ico')
  assert.deepEqual([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)], [0, 1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = icon.subarray(6 + 16 * index, 22 + 16 * index)
    const start = entry.readUInt32LE(12)
    assert.deepEqual([entry.readUInt8(0), entry.readUInt8(1)], [size, size])
    assert.deepEqual(sizeOf(icon.subarray(start, start + entry.readUInt32LE(8))), [size, size])
  }
})
