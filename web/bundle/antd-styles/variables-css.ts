/** The theme depends on the scheme and on the width of the screen. */
export type Conditions = 'usual' | 'small' | 'dark' | 'darkSmall'
type VariableBlock = { selector: string; bodies: Record<Conditions, string> }

const smallScreen = '@media (max-width: 600px)'
const darkScheme = ":root[data-theme='dark']"

/**
 * The variables of each path as a stylesheet: those that some rule or other variable reads, and for other conditions only those that
 * differ there.
 */
export function variablesCss(rules: string, blocks: Map<string, VariableBlock[]>): Map<string, string> {
  const read = readVariables(rules, [...blocks.values()].flat())
  return new Map([...blocks].map(([path, own]) => [path, own.map((block) => blockCss(block, read)).join('')]))
}

const namesIn = (css: string) => [...css.matchAll(/var\((--[\w-]+)/g)].flatMap(([, name]) => name ?? [])

function readVariables(rules: string, blocks: readonly VariableBlock[]): Set<string> {
  const valuesOf = new Map<string, string[]>()
  for (const { bodies } of blocks)
    for (const body of Object.values(bodies))
      for (const [name, value] of declarationsIn(body)) valuesOf.set(name, [...(valuesOf.get(name) ?? []), value])
  const read = new Set<string>()
  const rest = namesIn(rules)
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (read.has(name)) continue
    read.add(name)
    rest.push(...(valuesOf.get(name) ?? []).flatMap(namesIn))
  }
  return read
}

function blockCss({ selector, bodies }: VariableBlock, read: Set<string>): string {
  const wanted = (name: Conditions) => new Map([...declarationsIn(bodies[name])].filter(([key]) => read.has(key)))
  const [usual, small, dark, darkSmall] = [wanted('usual'), wanted('small'), wanted('dark'), wanted('darkSmall')]
  const differing = (own: Map<string, string>, than: Map<string, string>) =>
    new Map([...own].filter(([name, value]) => than.get(name) !== value))
  const smallOnly = differing(small, usual)
  const darkOnly = differing(dark, usual)
  // The dark block weighs more than the small one.
  const bothOnly = differing(darkSmall, new Map([...usual, ...smallOnly, ...darkOnly]))
  const rule = (of: string, variables: Map<string, string>) =>
    variables.size > 0 ? `${of}{${[...variables].map(([name, value]) => `${name}:${value};`).join('')}}` : ''
  const within = (css: string) => (css ? `${smallScreen}{${css}}` : '')
  const darkSelector = `${darkScheme} ${selector}`
  const css = [
    rule(selector, usual),
    within(rule(selector, smallOnly)),
    rule(darkSelector, darkOnly),
    within(rule(darkSelector, bothOnly)),
  ].join('')
  return css && `@layer antd{${css}}`
}

/** `--a:1px;--b:"x;y";` No value of Ant's holds a semicolon outside quotes. */
const declarationsIn = (body: string): Map<string, string> =>
  new Map(
    [...body.matchAll(/(--[\w-]+):((?:"[^"]*"|'[^']*'|[^;])*);/g)].map(([, name = '', value = '']) => [name, value]),
  )
