import type { JsonObject } from '../../forms/chat.ts'

/** Removes fields. Most are absent, and checking is quicker than deleting. */
export function removeFields(body: JsonObject, names: readonly string[]): void {
  for (const name of names) if (body[name] !== undefined) delete body[name]
}
