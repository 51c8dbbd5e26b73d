import { createRequire } from 'node:module'
import type { ThemeConfig } from 'antd'
import type { FunctionComponent } from 'react'
import { antdTheme } from '../../src/theme/antd-theme.ts'
import { styleModules } from './style-modules.ts'
import { type Conditions, variablesCss } from './variables-css.ts'

// Ant's own CommonJS files, so that the theme, the style modules and the cache are those of one copy.
const require = createRequire(import.meta.url)
const { createElement } = require('react') as typeof import('react')
const { renderToString } = require('react-dom/server') as typeof import('react-dom/server')
const { createCache, StyleProvider } = require('@ant-design/cssinjs') as typeof import('@ant-design/cssinjs')
const { ConfigProvider, theme } = require('antd') as typeof import('antd')

type Effects = Record<string, string>
/** What Ant's cache holds under a key that begins with `style`, `token` or `cssVar`. */
type Entry = readonly [time: number, values: readonly unknown[]]
/** Called with a class it is a hook; a component is only ever drawn. */
type Style = ((prefix: string, variablesClass?: string) => unknown) & FunctionComponent<{ prefixCls: string }>

/** The styles of one module: rules are equal under all conditions, variables are not. */
type Extracted = { rules: Map<string, string>; variables: Map<string, string> }

/** Asks for the styles of a module, as its component would. */
function Styled({ path }: { path: string }) {
  const { prefix, exports } = styleModules[path] ?? { prefix: '', exports: [] }
  const module = require(`antd/lib/${path}`) as Record<string, Style>
  const styles = exports.map(({ name, ...rest }) => {
    const style = module[name]
    if (!style) throw new Error(`antd/lib/${path} no longer exports ${name}`)
    return { name, style, ...rest }
  })
  for (const { style, kind, variablesClass } of styles) if (kind === 'hook') style(prefix, variablesClass)
  const components = styles.filter(({ kind }) => kind === 'component')
  return components.map(({ name, style }) => createElement(style, { key: name, prefixCls: prefix }))
}

/** Runs the styles of every module once. */
function extractUnder(themeConfig: ThemeConfig): Map<string, Extracted> {
  const cache = createCache()
  const known = new Set<string>()
  const found = new Map<string, Extracted>()
  for (const path of Object.keys(styleModules)) {
    const provider = createElement(ConfigProvider, { theme: themeConfig }, createElement(Styled, { path }))
    renderToString(createElement(StyleProvider, { layer: true, cache }, provider))
    const fresh = [...(cache.cache as Map<string, Entry>)].filter(([key]) => !known.has(key))
    for (const [key] of fresh) known.add(key)
    found.set(path, extractedFrom(fresh.filter(([key]) => !isShared(key))))
  }
  found.set(sharedPath, extractedFrom([...(cache.cache as Map<string, Entry>)].filter(([key]) => isShared(key))))
  return found
}

/** What every component asks for: the variables of the theme, links and icons. */
export const sharedPath = 'shared'
const isShared = (key: string) => /^token%|%Shared%|%ant-design-icons%/.test(key)

function extractedFrom(entries: readonly (readonly [string, Entry])[]): Extracted {
  const extracted: Extracted = { rules: new Map(), variables: new Map() }
  for (const [key, [, values]] of entries) {
    if (key.startsWith('style%')) {
      const [rules, , effects] = values as [string, string, Effects]
      extracted.rules.set(key, [rules, ...Object.values(effects)].join(''))
    } else {
      const declared = String(values[key.startsWith('token%') ? 3 : 1])
      const [, selector, body] = /^([^{]*)\{(.*)\}$/s.exec(declared) ?? []
      if (selector && body) extracted.variables.set(selector, body)
    }
  }
  return extracted
}

const conditions: Record<Conditions, { scheme: 'light' | 'dark'; small: boolean }> = {
  usual: { scheme: 'light', small: false },
  small: { scheme: 'light', small: true },
  dark: { scheme: 'dark', small: false },
  darkSmall: { scheme: 'dark', small: true },
}

/** The stylesheet of each style module, in a layer; that of `sharedPath` belongs to all. */
export function extractStyles(): Map<string, string> {
  const all = Object.fromEntries(
    Object.entries(conditions).map(([name, each]) => [name, extractUnder(antdTheme({ ...each, motion: true }))]),
  ) as Record<Conditions, Map<string, Extracted>>
  const of = (name: Conditions, path: string) => {
    const extracted = all[name].get(path)
    if (!extracted) throw new Error(`antd/${path} has no styles`)
    return extracted
  }
  const paths = [sharedPath, ...Object.keys(styleModules)]
  const rulesOf = (path: string) => {
    const usual = [...of('usual', path).rules.values()].join('\n')
    for (const name of Object.keys(conditions) as Conditions[])
      if ([...of(name, path).rules.values()].join('\n') !== usual)
        throw new Error(`the rules of antd/${path} depend on the theme, not only their variables: ${name}`)
    return usual
  }
  const rules = new Map(paths.map((path) => [path, rulesOf(path)]))
  const variablesOf = (path: string) =>
    [...of('usual', path).variables.keys()].map((selector) => ({
      selector,
      bodies: Object.fromEntries(
        (Object.keys(conditions) as Conditions[]).map((name) => [name, of(name, path).variables.get(selector) ?? '']),
      ) as Record<Conditions, string>,
    }))
  const everyRule = [...rules.values()].join('\n')
  const blocks = paths.map((path) => [path, variablesOf(path)] as const)
  const css = variablesCss(everyRule, new Map(blocks))
  return new Map(paths.map((path) => [path, `${css.get(path) ?? ''}\n${rules.get(path) ?? ''}`]))
}

/** Values of the theme that parts of Ant Design calculate with in the browser. */
const calculatedWith = [
  ...['borderRadius', 'controlHeight', 'fontSize', 'lineHeight', 'lineWidth', 'marginXXS', 'padding', 'paddingSM'],
  ...['paddingXS', 'sizePopupArrow', 'zIndexPopupBase'],
  ...['XS', 'SM', 'MD', 'LG', 'XL', 'XXL', 'XXXL'].flatMap((size) =>
    ['', 'Min', 'Max'].map((bound) => `screen${size}${bound}`),
  ),
]

export function themeValues(): Record<string, unknown> {
  const usual = antdTheme({ ...conditions.usual, motion: true })
  const tokens = Object.entries(theme.getDesignToken(usual)).filter(([name]) => calculatedWith.includes(name))
  return { ...Object.fromEntries(tokens), Table: usual.components?.Table }
}
