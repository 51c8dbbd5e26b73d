import type { JsonObject } from '../../forms/chat.ts'

const snakeNames = new Map<string, string>()

function snakeOf(name: string): string {
  let snake = snakeNames.get(name)
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeNames.set(name, snake)
  }
  return snake
}

/**
 * A field of a Google request or response: Google reads `systemInstruction` and `system_instruction` alike. Null means
 * absent.
 */
export function googleField(object: JsonObject | undefined, name: string): unknown {
  return object?.[name] ?? object?.[snakeOf(name)] ?? undefined
}
