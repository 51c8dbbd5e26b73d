import { randomInt } from 'node:crypto'
import type { Store } from '../../../store/store.ts'
import { isUniqueViolation } from '../../../store/unique-violation.ts'
import { readAffCode, writeAffCode } from './registration.queries.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 8

export const newAffCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The invitation code of an account; an account without one gets a new code. */
export async function affCodeOf(store: Store, id: number, makeCode = newAffCode): Promise<string> {
  const code = await readAffCode(store, id)
  if (code !== '') return code
  await writeAffCode(store, id, makeCode()).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
  })
  return affCodeOf(store, id, makeCode)
}
