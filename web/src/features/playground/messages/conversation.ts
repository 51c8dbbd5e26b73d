import type { Message } from './message.ts'

/** One column of a conversation: a model and the last message of its branch. */
export type Thread = { model: string; leaf: string | null }

/** Messages form a tree, so that an edited message and a repeated response stay beside the old ones. */
export type Conversation = {
  id: string
  /** Empty: named after its first message. */
  name: string
  first_words: string
  created_at: number
  updated_at: number
  /** One, or two to four that are compared. */
  threads: Thread[]
}
export const threadsMax = 4

export type Messages = ReadonlyMap<string, Message>

/** The messages from the first one to `leaf`. */
export function pathTo(messages: Messages, leaf: string | null): Message[] {
  const path: Message[] = []
  const seen = new Set<string>() // an imported file may hold a circle
  for (let id = leaf; id !== null && !seen.has(id); ) {
    const message = messages.get(id)
    if (!message) break
    seen.add(id)
    path.push(message)
    id = message.parent
  }
  return path.reverse()
}

const byAge = (a: Message, b: Message) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1)

const childrenOf = (messages: Messages, parent: string | null): Message[] =>
  [...messages.values()].filter((message) => message.parent === parent).sort(byAge)

/** The versions of a message, oldest first: those of the same role after the same message. */
export const versionsOf = (messages: Messages, { parent, role }: Message): Message[] =>
  childrenOf(messages, parent).filter((message) => message.role === role)

/** The last message of the newest branch below a message. */
export function newestLeaf(messages: Messages, id: string): string {
  let leaf = id
  for (let next = childrenOf(messages, leaf).at(-1); next; next = childrenOf(messages, leaf).at(-1)) leaf = next.id
  return leaf
}

/** Without one message: what follows it moves up to what came before it. Gives the messages that changed too. */
export function withoutMessage(messages: Messages, id: string): { messages: Map<string, Message>; moved: Message[] } {
  const left = new Map(messages)
  const removed = left.get(id)
  if (!removed) return { messages: left, moved: [] }
  left.delete(id)
  const moved = childrenOf(messages, id).map((child) => ({ ...child, parent: removed.parent }))
  for (const child of moved) left.set(child.id, child)
  return { messages: left, moved }
}

/** A copy of a branch with ids of its own, for a new conversation. */
export function copyOfPath(path: readonly Message[], newId: () => string): Message[] {
  let parent: string | null = null
  return path.map((message) => {
    const copy: Message = { ...message, id: newId(), parent }
    parent = copy.id
    return copy
  })
}

const firstWordsMax = 60

/** The words by which a conversation without a name is listed. */
export const firstWordsOf = (content: string): string => {
  const words = content.trim().replace(/\s+/g, ' ')
  return words.length > firstWordsMax ? `${words.slice(0, firstWordsMax).trimEnd()}…` : words
}
