import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { contractInBrowser } from './contract-in-browser.ts'
import { passedOn, withImportsFrom, withRuntime } from './fewer-files.ts'
import { importedNames, kebabCase, moduleFacts } from './module-facts.ts'
import { circleFrom } from './refuse-circular-files.ts'
import { routeRows } from './route-rows.ts'

test('the table of routes is read whole, and every page that it names is there', () => {
  const rows = routeRows()
  const channel = rows.find(({ path }) => path === '/channel/edit/:id')
  assert.equal(channel?.frame, 'console')
  assert.match(channel?.page ?? '', /features\/channel-editor\/channel-editor-page\.tsx$/)
  assert.equal(rows.find(({ path }) => path === '/oauth/linuxdo')?.frame, 'bare')
  assert.deepEqual(
    rows.filter(({ page }) => !existsSync(page)).map(({ path }) => path),
    [],
  )
})

test('files that import each other are found, by whatever way', () => {
  const files: Record<string, string[]> = { a: ['b', 'c'], b: ['c'], c: ['d'], d: ['b'], e: ['a'] }
  const importsOf = (file: string) => files[file] ?? []
  assert.deepEqual(circleFrom('b', importsOf), ['b', 'c', 'd', 'b'])
  assert.equal(circleFrom('a', importsOf), undefined)
  assert.equal(circleFrom('e', importsOf), undefined)
})

test('a module needs the parts of Ant Design that it draws itself or by way of others', () => {
  const infos: Record<string, { importedIds: string[]; code: string }> = {
    '/web/src/features/a/a.tsx': {
      importedIds: ['/web/src/components/b.tsx', '/node_modules/antd/es/index.js'],
      code: 'import { Button, Table as List } from "antd"; import { Settings2 } from "lucide-react"',
    },
    '/web/src/components/b.tsx': {
      importedIds: ['/web/src/features/a/a.tsx'],
      code: `import { Modal } from 'antd'`,
    },
  }
  const { partsOf, closureOf, iconsOf } = moduleFacts((id) => infos[id])
  assert.deepEqual([...partsOf('/web/src/features/a/a.tsx')].sort(), ['Button', 'Modal', 'Table'])
  assert.deepEqual([...closureOf('/web/src/components/b.tsx')].length, 2)
  assert.deepEqual(iconsOf('/web/src/features/a/a.tsx'), ['settings-2'])
})

test('a module has as users the places that need it, and the parts without a place that are imported later', () => {
  const infos: Record<string, { importedIds: string[]; dynamicImporters?: string[]; code: string }> = {
    '/web/src/features/a/a.tsx': { importedIds: ['/web/src/lib/one.ts', '/web/src/lib/two.ts'], code: '' },
    '/web/src/features/b/b.tsx': { importedIds: ['/web/src/lib/two.ts'], code: '' },
    '/web/src/components/later.tsx': {
      importedIds: ['/web/src/lib/three.ts'],
      dynamicImporters: ['/web/src/features/a/a.tsx'],
      code: '',
    },
    '/web/src/lib/one.ts': { importedIds: ['/contract/src/four.ts'], code: '' },
    '/web/src/lib/two.ts': { importedIds: [], code: '' },
    '/web/src/lib/three.ts': { importedIds: [], code: '' },
    '/contract/src/four.ts': { importedIds: [], code: '' },
  }
  const { usersOf } = moduleFacts((id) => infos[id], Object.keys(infos))
  const usersIn = usersOf((id) => /features\/(\w+)/.exec(id)?.[1])
  assert.deepEqual(usersIn('/web/src/lib/one.ts'), ['a'])
  assert.deepEqual(usersIn('/contract/src/four.ts'), ['a'])
  assert.deepEqual(usersIn('/web/src/lib/two.ts'), ['a', 'b'])
  assert.deepEqual(usersIn('/web/src/lib/three.ts'), ['/web/src/components/later.tsx'])
  assert.deepEqual(usersIn('/web/src/lib/unused.ts'), [])
})

test('names are read from imports of that library alone', () => {
  const code = `import { A,\n B as C } from 'antd'; import { D } from 'antd-mobile'; import E from 'antd'`
  assert.deepEqual(importedNames(code, 'antd'), ['A', 'B'])
  assert.equal(kebabCase('ArrowUpRight'), 'arrow-up-right')
})

test('of the contract the browser gets what it needs to call an endpoint, and drops values that nobody uses', () => {
  const code = `import { z } from 'zod'
export const bounds = { max: 3 }
const id = z.object({ id: z.string() }).min(1)
export const api = {
  get: endpoint('user', 'GET /api/{id}', { summary: 'One, "quoted"', params: id, data: z.array(id), beside: id }),
  save: endpoint('user', 'PUT /api/', {
    summary: 'It',
    botCheck: true,
    body: id
  }),
}
`
  const shown = contractInBrowser(code, 'some.ts').replace(/\s+/g, ' ')
  assert.equal(
    shown,
    "import { z } from 'zod' export const bounds = { max: 3 } " +
      'const id = /* @__PURE__ */ (() => z.object({ id: z.string() }).min(1))() ' +
      "export const api = { get: endpoint('user', 'GET /api/{id}', { beside: true }), " +
      "save: endpoint('user', 'PUT /api/', { botCheck: true, }), } ",
  )
})

test('what is imported later comes from the file that has it, not from one that passes it on', () => {
  const passed = passedOn('export{t as UsersPage,n as UserPage}from"./users-1.js";\n')
  assert.ok(passed)
  assert.deepEqual(passed, {
    from: 'users-1.js',
    names: [
      ['t', 'UsersPage'],
      ['n', 'UserPage'],
    ],
  })
  assert.deepEqual(passedOn('import"./base-2.js";'), { from: 'base-2.js', names: [] })
  assert.equal(passedOn('import"./base-2.js";start();'), undefined)
  assert.equal(
    withImportsFrom('f=["assets/users-page-3.js"];load(()=>import(`./users-page-3.js`))', 'users-page-3.js', passed),
    'f=["assets/users-1.js"];load(()=>import(`./users-1.js`).then(e=>({UsersPage:e.t,UserPage:e.n})))',
  )
})

test('the runtime stands before the first file, which passes it on to the others', async () => {
  const code = withRuntime('export const one=runtime_n(1);', 'var e=x=>x+1;export{e as n};')
  const file = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  assert.equal(file.one, 2)
  assert.equal(file.runtime_n(2), 3)
})

test('an icon is lonely when a single module draws it', () => {
  const infos: Record<string, { importedIds: string[]; code: string }> = {
    '/web/src/a.tsx': { importedIds: [], code: `import { Inbox, Settings2 } from 'lucide-react'` },
    '/web/src/b.tsx': { importedIds: [], code: `import { Inbox } from 'lucide-react'` },
  }
  const { isLonely } = moduleFacts((id) => infos[id], Object.keys(infos))
  assert.ok(isLonely('settings-2'))
  assert.ok(!isLonely('inbox'))
  assert.ok(!isLonely('create-lucide-icon'))
})
