import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type RouteRow = {
  /** As the router writes it: `/channel/edit/:id`. */
  path: string
  frame: string
  /** The file of the page. */
  page: string
}

const file = join(import.meta.dirname, '..', 'src', 'app', 'routes.tsx')
const row = /^ {2}(public|bare|console)Page\(\s*'([^']+)',[\s\S]*?import\('([^']+)'\)/gm

/** The table of routes as it is written in `routes.tsx`: which page lies behind which path. */
export function routeRows(): RouteRow[] {
  const source = readFileSync(file, 'utf8')
  const rows = [...source.matchAll(row)].map(([, frame = '', path = '', page = '']) => ({
    path,
    frame,
    page: join(dirname(file), page),
  }))
  const pathCount = source.match(/^ {2}\w+Page\(/gm)?.length ?? 0
  if (rows.length === 0 || rows.length !== pathCount)
    throw new Error(`routes.tsx has ${pathCount} paths, and ${rows.length} could be read`)
  return rows
}
