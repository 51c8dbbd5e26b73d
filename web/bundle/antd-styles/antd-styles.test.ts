import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractStyles, sharedPath, themeValues } from './extract-styles.ts'
import { styleModules } from './style-modules.ts'
import { variablesCss } from './variables-css.ts'

const bodies = {
  usual: '--a:1px;--b:red;',
  small: '--a:2px;--b:red;',
  dark: '--a:1px;--b:blue;',
  darkSmall: '--a:2px;--b:blue;',
}

test('a condition repeats only the variables that differ under it', () => {
  const css = variablesCss('.x{width:var(--a);color:var(--b)}', new Map([['x', [{ selector: '.x', bodies }]]]))
  assert.equal(
    css.get('x'),
    "@layer antd{.x{--a:1px;--b:red;}@media (max-width: 600px){.x{--a:2px;}}:root[data-theme='dark'] .x{--b:blue;}}",
  )
})

test('what depends on the scheme and on the width at once has a rule of its own', () => {
  const mixed = { ...bodies, darkSmall: '--a:3px;--b:blue;' }
  const css = variablesCss('.x{width:var(--a)}', new Map([['x', [{ selector: '.x', bodies: mixed }]]]))
  assert.match(css.get('x') ?? '', /@media \(max-width: 600px\)\{:root\[data-theme='dark'\] \.x\{--a:3px;\}\}\}$/)
})

test('a variable that nothing reads is left out, and one that another variable reads is not', () => {
  const same = (body: string) => ({ usual: body, small: body, dark: body, darkSmall: body })
  const block = { selector: '.x', bodies: same('--a:var(--b);--b:url("a;b");--c:1px;') }
  const css = variablesCss('.x{width:var(--a, 0)}', new Map([['x', [block]]]))
  assert.equal(css.get('x'), '@layer antd{.x{--a:var(--b);--b:url("a;b");}}')
})

test('every part of Ant Design has its styles in the layer, in our colours and in both schemes', () => {
  const styles = extractStyles()
  for (const path of Object.keys(styleModules)) assert.match(styles.get(path) ?? '', /@layer antd\s*\{\.ant-/, path)
  const shared = styles.get(sharedPath) ?? ''
  assert.match(shared, /^@layer antd\{\.turnpike\{[^}]*--ant-color-primary:#0B6B7A;/)
  assert.match(shared, /:root\[data-theme='dark'\] \.turnpike\{[^}]*--ant-color-primary:#2FA3B5;/)
  assert.match(shared, /@media \(max-width: 600px\)\{\.turnpike\{[^}]*--ant-control-height:40px;/)
  assert.match(styles.get('select/style/index.js') ?? '', /--ant-select-option-height:32px/)
})

test('what Ant calculates with in the browser comes from our theme', () => {
  const { borderRadius, screenMD, zIndexPopupBase, Table } = themeValues()
  assert.deepEqual([borderRadius, screenMD, zIndexPopupBase], [6, 768, 1000])
  assert.equal((Table as { selectionColumnWidth: number }).selectionColumnWidth, 40)
})
