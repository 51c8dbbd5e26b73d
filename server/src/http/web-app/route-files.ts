import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type RouteFiles = { path: string; files: string[] }

/** The start page for every route of the web app: it names the files of that route, so that a browser fetches them at once. */
export function routePages(folder: string, index: string): { matches(path: string): boolean; html: string }[] {
  return readRouteFiles(folder)
    .filter(({ path }) => path !== '*')
    .map(({ path, files }) => ({ matches: matcherOf(path), html: withPreloads(index, files) }))
}

function readRouteFiles(folder: string): RouteFiles[] {
  const file = join(folder, '.route-files.json')
  if (!existsSync(file)) return [] // built by an older version, or by a test
  return JSON.parse(readFileSync(file, 'utf8')) as RouteFiles[]
}

/** The patterns of the router: `:name` is one segment, `:name?` one or none. A slash at the end changes nothing. */
function matcherOf(pattern: string): (path: string) => boolean {
  const segments = pattern.split('/').filter(Boolean)
  const source = segments.map((segment) => {
    if (!segment.startsWith(':')) return `/${RegExp.escape(segment)}`
    return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  })
  const expression = new RegExp(`^${source.join('')}/?$`)
  return (path) => expression.test(path)
}

/** Scripts and styles are preloaded with the attributes that the app itself uses, so that neither is fetched twice. */
function withPreloads(index: string, files: string[]): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="${file}">`
      : `<link rel="modulepreload" crossorigin href="${file}">`,
  )
  return index.replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
}
