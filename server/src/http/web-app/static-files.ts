import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Language } from '@turnpike/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isWebSocketRequest } from '../connections/is-web-socket-request.ts'
import type { UnknownUrl } from '../error-responses.ts'
import { routePages } from './route-files.ts'

type StaticFile = {
  body: Buffer
  /** Whether the build has compressed it. */
  isBrotli: boolean
  type: string
  cache: string
  compressed: Map<string, Promise<Buffer>>
}

/** The parts of every page that depend on the options. */
type PageSettings = { policy: () => string; language: () => Language }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
const compressible = /^(text|image\/svg)/
/**
 * Paths of programs, which read no page. They include every version of the vendors' APIs. Drawings also have paths with
 * a mode before `/mj`.
 */
const api = /^\/(?:(?:api|v\d\w*|ws|upload|download|assets|pg|suno|dashboard)|(?:[^/]+\/)?mj)(?:\/|$)/

/** No page of the web app has an extension in its path, so such a path names a file. */
const fileName = /\.[a-z0-9]{1,10}$/i

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
} as const

/**
 * The built web app, read once, compressed if it was built so. Requests look up names in a table and never read the
 * file system, which may already contain another version. Any other path that names no file gets index.html, because
 * the web app has its own routes; for those it also names the files of the route.
 */
export function serveWeb(app: FastifyInstance, folder: string, page: PageSettings, unknownUrl: UnknownUrl) {
  const files = readFiles(folder)
  const index = files.get('/index.html')
  const pages = index ? routePages(folder, index.body.toString()) : []
  const pageUnder = index && pagesOf(index)
  const response = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/'
    const file = path === '/' ? index : files.get(path)
    if (file && file !== index) return send(request, reply, file)
    const isPage =
      !api.test(path) && (path === '/index.html' || !fileName.test(path)) && !isWebSocketRequest(request.headers)
    if (!pageUnder || !isPage) return unknownUrl(request, reply)
    const policy = page.policy()
    reply.header('Content-Security-Policy', policy)
    return send(request, reply, pageUnder(policy, page.language(), pages.find(({ matches }) => matches(path))?.html))
  }
  app.route({ method: ['GET', 'HEAD'], url: '/*', config: { access: 'public' }, handler: response })
}

const languageTags: Record<Language, string> = { zh: 'zh-CN', en: 'en' }

/**
 * A page with its policy in a tag, and the default language in its first one. Its script reads both: the policy so that
 * it requests nothing that the browser would block, the language where neither the user nor the browser names one.
 */
function pagesOf(index: StaticFile): (policy: string, language: Language, html?: string) => StaticFile {
  const plain = index.body.toString()
  let last: { policy: string; language: Language; files: Map<string, StaticFile> } | undefined
  return (policy, language, html = plain) => {
    if (last?.policy !== policy || last.language !== language) last = { policy, language, files: new Map() }
    const made = last.files.get(html)
    if (made) return made
    const tag = `<meta name="content-policy" content="${policy}">`
    const file = {
      ...index,
      body: Buffer.from(
        html.replace('<head>', `<head>${tag}`).replace(/(?<=<html lang=")[^"]*/, languageTags[language]),
      ),
      compressed: new Map(),
    }
    last.files.set(html, file)
    return file
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  reply.type(file.type).header('Cache-Control', file.cache).header('Vary', 'Accept-Encoding')
  const encoding = compressible.test(file.type) ? acceptedEncoding(request.headers['accept-encoding']) : undefined
  if (!encoding) return reply.send(await plainBody(file))
  let compressed = file.isBrotli && encoding === 'br' ? file.body : file.compressed.get(encoding)
  if (!compressed) {
    compressed = plainBody(file).then(compressors[encoding])
    file.compressed.set(encoding, compressed)
  }
  return reply.header('Content-Encoding', encoding).send(await compressed)
}

const plainBody = async ({ body, isBrotli }: StaticFile): Promise<Buffer> =>
  isBrotli ? promisify(brotliDecompress)(body) : body

function acceptedEncoding(header: string | string[] | undefined): keyof typeof compressors | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry)) // a weight of 0 excludes an encoding
    .map((entry) => entry.split(';')[0]?.trim().toLowerCase())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files // in development Vite serves the app
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const compressed = new Set(paths.filter((path) => path.endsWith('.br')))
  for (const path of paths) {
    if (compressed.has(path)) continue // its compressed form is read instead
    const isBrotli = compressed.has(`${path}.br`)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    files.set(url, {
      body: readFileSync(isBrotli ? `${path}.br` : path),
      isBrotli,
      type: types[extname(path)] ?? 'application/octet-stream',
      // Vite puts a hash of the content into the names under /assets: such a file never changes.
      cache: url.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : url === '/index.html'
          ? 'no-cache'
          : 'public, max-age=604800',
      compressed: new Map(),
    })
  }
  return files
}
