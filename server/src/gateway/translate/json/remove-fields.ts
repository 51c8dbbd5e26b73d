import type { JsonObject } from '../../forms/chat.ts'

/** Removes members. Most are not there, which is quicker to see than to delete. */
export function removeFields(body: JsonObject, names: readonly string[]): void {
  for (const name of names) if (body[name] !== undefined) delete body[name]
}
