import { createHash } from 'node:crypto'

const allowed = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/
const keptMax = 54

/** A function's name as Gemini takes it. One that had to change ends in what tells it from others that look like it. */
export function safeName(name: string): string {
  if (allowed.test(name)) return name
  const plain = name.replace(/[^a-zA-Z0-9_.:-]/g, '_').slice(0, keptMax)
  return `${/^[a-zA-Z_]/.test(plain) ? '' : '_'}${plain}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** Turns such names back into those the request offered. */
export function nameReader(offered: readonly string[] = []): (name: string) => string {
  const changed = offered.filter((name) => !allowed.test(name))
  if (changed.length === 0) return (name) => name
  const originals = new Map(changed.map((name) => [safeName(name), name]))
  return (name) => originals.get(name) ?? name
}
