import { createHash } from 'node:crypto'
import type { JsonObject } from '../forms/chat.ts'

/** Where the last call of a conversation went. */
type Kept = { channelId: number; keyId: number; until: number }

/** Conversations that stay on one channel and key, so that the upstream's prompt cache is used. */
export type Sticky = {
  find(id: string, now: number): { channelId: number; keyId: number } | undefined
  keep(id: string, channel: { id: number; keyId: number }, until: number): void
}

const conversationsMax = 100_000

/** For this process only: another process chooses its own channel for a conversation, and keeps it as well. */
export function createSticky(): Sticky {
  const conversations = new Map<string, Kept>()
  return {
    find(id, now) {
      const kept = conversations.get(id)
      if (!kept || kept.until > now) return kept
      conversations.delete(id)
      return undefined
    },
    keep(id, { id: channelId, keyId }, until) {
      conversations.delete(id) // the order of the map is the order of use
      conversations.set(id, { channelId, keyId, until })
      if (conversations.size <= conversationsMax) return
      for (const oldest of conversations.keys()) {
        conversations.delete(oldest)
        break
      }
    },
  }
}

type Said = { role?: unknown }
const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null

/** What a conversation begins with in every dialect: its instructions and the first message of the user. */
function beginningOf(body: JsonObject): unknown[] {
  const { system, systemInstruction, system_instruction, instructions, messages, contents, input } = body
  const rules = [system, systemInstruction, system_instruction, instructions]
  if (typeof input === 'string') return [...rules, input]
  const list = [messages, contents, input].find(Array.isArray) ?? []
  const first = list.findIndex((message: unknown) => isSaid(message) && (message.role ?? 'user') === 'user')
  return [...rules, list.slice(0, first + 1)]
}

type ConversationSource = {
  by: 'header' | 'prefix'
  header: string | undefined
  body: JsonObject
  scope: readonly unknown[]
}

/** The id of a conversation; undefined for a request without the header. The text itself is not kept. */
export function conversationId({ by, header, body, scope }: ConversationSource): string | undefined {
  if (by === 'header' && !header) return undefined
  const named = by === 'header' ? header : beginningOf(body)
  return createHash('sha256')
    .update(JSON.stringify([...scope, named]))
    .digest('base64url')
}
