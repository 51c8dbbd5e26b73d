import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { conversationsDatabase, typedKey } from '../../../lib/session/kept-in-browser.ts'
import type { WholeConversation } from '../conversations/exported.ts'
import type { Conversation } from '../messages/conversation.ts'
import type { AssistantMessage, Attachment, Message } from '../messages/message.ts'

export type Draft = { text: string; files: Attachment[] }

type StoredMessage = Message & { conversation: string }
interface Schema extends DBSchema {
  conversations: { key: string; value: Conversation }
  messages: { key: string; value: StoredMessage; indexes: { conversation: string } }
  /** What is typed and not yet sent. Text and files are kept apart, because the text is written at every key. */
  draftTexts: { key: string; value: string }
  draftFiles: { key: string; value: Attachment[] }
  /** The message of a conversation that is being edited. */
  edits: { key: string; value: { id: string; text: string } }
}

/** The conversations of one user in this browser. */
export class Database {
  readonly #db: IDBPDatabase<Schema>
  readonly #typedKey: string
  private constructor(db: IDBPDatabase<Schema>, userId: number) {
    this.#db = db
    this.#typedKey = typedKey(userId)
  }

  static async open(userId: number): Promise<Database> {
    const db = await openDB<Schema>(conversationsDatabase(userId), 1, {
      upgrade(fresh) {
        fresh.createObjectStore('conversations', { keyPath: 'id' })
        fresh.createObjectStore('messages', { keyPath: 'id' }).createIndex('conversation', 'conversation')
        fresh.createObjectStore('draftTexts')
        fresh.createObjectStore('draftFiles')
        fresh.createObjectStore('edits')
      },
      // Signing out may delete the database while a page still has it open.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    })
    return new Database(db, userId)
  }

  conversations = (): Promise<Conversation[]> => this.#db.getAll('conversations')

  async messages(conversation: string): Promise<Map<string, Message>> {
    const stored = await this.#db.getAllFromIndex('messages', 'conversation', conversation)
    return new Map(stored.map(({ conversation: _, ...message }) => [message.id, this.#withTyped(message as Message)]))
  }

  async save(conversation: Conversation): Promise<void> {
    await this.#db.put('conversations', conversation)
  }

  async saveMessages(conversation: string, messages: readonly Message[]): Promise<void> {
    const change = this.#db.transaction('messages', 'readwrite')
    await Promise.all([...messages.map((message) => change.store.put({ ...message, conversation })), change.done])
  }

  /** Results of tool calls that are typed and not sent. */
  async saveTypedResults(conversation: string, response: AssistantMessage): Promise<void> {
    this.#noteTyped(`results ${response.id}`, JSON.stringify(response.tool_calls.map(({ typed = '' }) => typed)))
    await this.saveMessages(conversation, [response])
  }

  #withTyped(message: Message): Message {
    if (message.role !== 'assistant' || message.tool_calls.every(({ result }) => result !== undefined)) return message
    const note = this.#typed(`results ${message.id}`)
    if (note === undefined) return message
    const typed = JSON.parse(note) as string[]
    return { ...message, tool_calls: message.tool_calls.map((call, each) => ({ ...call, typed: typed[each] ?? '' })) }
  }

  async removeMessage(id: string): Promise<void> {
    await this.#db.delete('messages', id)
  }

  async import(whole: readonly WholeConversation[]): Promise<void> {
    const change = this.#db.transaction(['conversations', 'messages'], 'readwrite')
    for (const { messages, ...conversation } of whole) {
      change.objectStore('conversations').put(conversation)
      for (const message of messages) change.objectStore('messages').put({ ...message, conversation: conversation.id })
    }
    await change.done
  }

  async export(ids: readonly string[]): Promise<WholeConversation[]> {
    const found = await Promise.all(
      ids.map(async (id) => {
        const conversation = await this.#db.get('conversations', id)
        return conversation && { ...conversation, messages: [...(await this.messages(id)).values()] }
      }),
    )
    return found.filter((conversation) => conversation !== undefined)
  }

  async remove(ids: readonly string[]): Promise<void> {
    const change = this.#db.transaction(['conversations', 'messages', 'draftTexts', 'draftFiles', 'edits'], 'readwrite')
    for (const id of ids) {
      change.objectStore('conversations').delete(id)
      change.objectStore('draftTexts').delete(id)
      change.objectStore('draftFiles').delete(id)
      change.objectStore('edits').delete(id)
      for (const key of await change.objectStore('messages').index('conversation').getAllKeys(id))
        change.objectStore('messages').delete(key)
    }
    await change.done
  }

  /** The conversations in which a text occurs. */
  async search(text: string): Promise<Set<string>> {
    const wanted = text.toLowerCase()
    const found = new Set<string>()
    for await (const { value } of this.#db.transaction('messages').store) {
      if (!found.has(value.conversation) && value.content.toLowerCase().includes(wanted)) found.add(value.conversation)
    }
    return found
  }

  /** The response of a request. */
  async findRequest(requestId: string): Promise<(AssistantMessage & { conversation: string }) | undefined> {
    for await (const { value } of this.#db.transaction('messages').store)
      if (value.role === 'assistant' && value.request_id === requestId) return value
    return undefined
  }

  async draft(conversation: string): Promise<Draft> {
    const [text = '', files = []] = await Promise.all([
      this.#db.get('draftTexts', conversation),
      this.#db.get('draftFiles', conversation),
    ])
    return { text: this.#typed(conversation) ?? text, files }
  }

  async saveDraftText(conversation: string, text: string): Promise<void> {
    this.#noteTyped(conversation, text)
    await this.#db.put('draftTexts', text, conversation)
  }

  async saveDraftFiles(conversation: string, files: Attachment[]): Promise<void> {
    await this.#db.put('draftFiles', files, conversation)
  }

  async editing(conversation: string): Promise<{ id: string; text: string } | undefined> {
    const typed = this.#typed(`edit ${conversation}`)
    return typed === undefined ? this.#db.get('edits', conversation) : JSON.parse(typed || 'null') || undefined
  }

  async saveEditing(conversation: string, edit: { id: string; text: string } | undefined): Promise<void> {
    this.#noteTyped(`edit ${conversation}`, edit ? JSON.stringify(edit) : '')
    if (edit) await this.#db.put('edits', edit, conversation)
    else await this.#db.delete('edits', conversation)
  }

  /** A page that is closed right after a key was pressed may not finish writing to the database. */
  #noteTyped(at: string, text: string): void {
    try {
      localStorage.setItem(this.#typedKey, JSON.stringify({ at, text }))
    } catch {
      // Full or forbidden: the database has it a moment later.
    }
  }

  #typed(at: string): string | undefined {
    try {
      const last = JSON.parse(localStorage.getItem(this.#typedKey) ?? 'null') as { at?: string; text?: string } | null
      return last?.at === at ? last.text : undefined
    } catch {
      return undefined
    }
  }
}
