import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

const keyBytes = 32

/**
 * The key that encrypts every stored secret: the operator's, or one made on the first start and kept in DATA_DIR.
 * Without it no stored secret can be read again.
 */
export function loadSecretKey(given: string | undefined, file: string): { key: Buffer; created: boolean } {
  if (given !== undefined) return { key: readKey(given, 'SECRET_KEY'), created: false }
  try {
    const existing = readFile(file)
    if (existing !== undefined) return { key: readKey(existing, file), created: false }
    const created = createKey(file)
    return { key: readKey(readFile(file) ?? '', file), created }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The secret key cannot be kept in DATA_DIR.\n  ${(error as Error).message}`, { cause: error })
  }
}

/** Of two processes starting at once, one links the file and the other reads it; neither reads a half-written file. */
function createKey(file: string): boolean {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft)
  }
}

function readKey(text: string, source: string): Buffer {
  const key = decode(text.trim())
  if (key.length !== keyBytes) {
    throw new StartError(
      `${source} must be ${keyBytes} random bytes as hexadecimal or base64. Make one with: openssl rand -hex ${keyBytes}`,
    )
  }
  if (isWeak(key))
    throw new StartError(
      `${source} is a sample or too regular to be random. Make one with: openssl rand -hex ${keyBytes}`,
    )
  return key
}

function decode(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  return Buffer.alloc(0)
}

/** 32 random bytes hold some 30 different values; fewer than 16 is a pattern, and plain text is a password. */
function isWeak(key: Buffer): boolean {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  return isText || new Set(key).size < 16
}

function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
