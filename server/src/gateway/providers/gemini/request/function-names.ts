import { createHash } from 'node:crypto'

const allowed = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/
const keptMax = 54

/** A function's name as Gemini accepts it. A changed name ends in a hash, so that similar names stay distinct. */
export function safeName(name: string): string {
  if (allowed.test(name)) return name
  const plain = name.replace(/[^a-zA-Z0-9_.:-]/g, '_').slice(0, keptMax)
  return `${/^[a-zA-Z_]/.test(plain) ? '' : '_'}${plain}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** Maps such names back to those of the request. */
export function nameReader(offered: readonly string[] = []): (name: string) => string {
  const changed = offered.filter((name) => !allowed.test(name))
  if (changed.length === 0) return (name) => name
  const originals = new Map(changed.map((name) => [safeName(name), name]))
  return (name) => originals.get(name) ?? name
}
