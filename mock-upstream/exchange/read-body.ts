import type { IncomingMessage } from 'node:http'
import { isObject, type JsonObject } from './json.ts'

export type Body = {
  content: JsonObject
  /** The raw bytes, for signatures and for bodies that are neither JSON nor a form. */
  bytes: Buffer
  form?: FormData
  problem?: 'too large' | 'not JSON' | 'not an object' | 'wrong type'
}

const bodyMaxBytes = 128 * 1024 * 1024

/** Reads a whole request body. The vendor reports any problem in its own format. */
export async function readBody(
  request: IncomingMessage,
  { ignoresContentType = false, allowsNoBody = false }: { ignoresContentType?: boolean; allowsNoBody?: boolean },
): Promise<Body> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') {
    request.resume()
    return { content: {}, bytes: Buffer.alloc(0) }
  }
  const bytes = await readBytes(request)
  if (bytes === undefined) return { content: {}, bytes: Buffer.alloc(0), problem: 'too large' }
  if (bytes.length === 0 && allowsNoBody) return { content: {}, bytes }
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) return readForm(bytes, type)
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { content: Object.fromEntries(new URLSearchParams(bytes.toString())), bytes }
  if (type === 'application/octet-stream') return { content: {}, bytes }
  if (!ignoresContentType && !type.includes('json')) return { content: {}, bytes, problem: 'wrong type' }
  return readJson(bytes)
}

function readJson(bytes: Buffer): Body {
  try {
    const content: unknown = JSON.parse(bytes.toString())
    return isObject(content) ? { content, bytes } : { content: {}, bytes, problem: 'not an object' }
  } catch {
    return { content: {}, bytes, problem: 'not JSON' }
  }
}

async function readForm(bytes: Buffer, type: string): Promise<Body> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    return { content: {}, bytes, form }
  } catch {
    return { content: {}, bytes, problem: 'wrong type' }
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= bodyMaxBytes) pieces.push(piece)
    })
    request.on('end', () => {
      if (size > bodyMaxBytes) resolve(undefined)
      else resolve(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
    })
    request.on('error', reject)
  })
}
