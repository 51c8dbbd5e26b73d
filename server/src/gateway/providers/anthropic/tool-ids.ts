import { plainId } from '../../translate/tools/ids.ts'

export type ToolIds = {
  /** The id of a call the assistant makes. */
  call(id: string): string
  /** The id of the call a result belongs to; undefined when nobody made it, or it has its result already. */
  answer(id: string): string | undefined
}

/**
 * Ids as Anthropic takes them: in its letters, and never the same for two calls of a conversation, which upstreams that
 * number their calls anew in every answer produce.
 */
export function createToolIds(): ToolIds {
  const used = new Set<string>()
  const waiting = new Map<string, string[]>()
  return {
    call(id) {
      const plain = plainId(id)
      let unique = plain
      for (let count = 2; used.has(unique); count++) unique = `${plain.slice(0, 56)}_${count}`
      used.add(unique)
      const calls = waiting.get(id)
      if (calls) calls.push(unique)
      else waiting.set(id, [unique])
      return unique
    },
    answer: (id) => waiting.get(id)?.shift(),
  }
}
