import { useSyncExternalStore } from 'react'
import type { WholeConversation } from '../conversations/exported.ts'
import {
  type Conversation,
  copyOfPath,
  firstWordsOf,
  newestLeaf,
  pathTo,
  type Thread,
  threadsMax,
  versionsOf,
  withoutMessage,
} from '../messages/conversation.ts'
import {
  type AssistantMessage,
  type Attachment,
  isRunning,
  type Message,
  newAssistantMessage,
  newId,
  newUserMessage,
} from '../messages/message.ts'
import { Database, type Draft } from './database.ts'
import { type PriceResponse, RunningResponses, type Terms } from './running-responses.ts'

/** Everything of the page that is kept between visits. A new object whenever something of it changes. */
export type PlaygroundState = {
  isReady: boolean
  /** This browser refuses to store: what is said here is gone with the page. */
  isUnkept: boolean
  /** Newest first. */
  list: readonly Conversation[]
  conversation: Conversation
  /** The ids of the messages of each thread, first to last. */
  paths: readonly (readonly string[])[]
  /** The model of each thread. The same list until one changes, so that a sent message does not draw the settings again. */
  models: readonly string[]
  /** Nothing was said yet. */
  isEmpty: boolean
  /** Both in one object, which changes when one of them does. */
  shown: { conversation: Conversation; paths: PlaygroundState['paths'] }
  draft: Draft
  /** The message that is being edited. */
  editing: Editing | undefined
}
export type Editing = { id: string; text: string }

export const emptyDraft: Draft = { text: '', files: [] }

/** The conversations of one user, which the page shows and changes through this store. */
export class PlaygroundStore {
  #state: PlaygroundState
  readonly #listeners = new Set<() => void>()
  /** The messages of every conversation that was opened; responses go on in those that are not shown. */
  readonly #opened = new Map<string, Map<string, Message>>()
  readonly #responses: RunningResponses
  #database: Database | undefined

  constructor(model: string, priceResponse: PriceResponse) {
    const find = (opened: string, id: string) => this.#opened.get(opened)?.get(id)
    this.#responses = new RunningResponses({ find, put: this.#put }, priceResponse)
    const conversation = newConversation(model)
    this.#opened.set(conversation.id, new Map())
    const paths = [[]]
    this.#state = {
      isReady: false,
      isUnkept: false,
      list: [],
      conversation,
      paths,
      models: [model],
      isEmpty: true,
      shown: { conversation, paths },
      draft: emptyDraft,
      editing: undefined,
    }
  }

  async load(userId: number): Promise<void> {
    try {
      this.#database = await Database.open(userId)
      const list = (await this.#database.conversations()).sort((a, b) => b.updated_at - a.updated_at)
      this.#set({ list })
      const [last] = list
      const draft = await this.#database.draft(newDraftKey)
      if (last && draft.text === '' && draft.files.length === 0) await this.open(last.id)
      else this.#set({ draft })
    } catch {
      this.#set({ isUnkept: true })
    }
    this.#set({ isReady: true })
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  state = () => this.#state
  /** One part of the state; its readers are drawn again when it alone changes. */
  usePart = <Name extends keyof PlaygroundState>(name: Name): PlaygroundState[Name] =>
    useSyncExternalStore(this.subscribe, () => this.#state[name])
  /** A conversation is drawn until the next one is ready, so its messages are found when it is no longer the shown one. */
  useMessage = (conversation: string, id: string) =>
    useSyncExternalStore(this.subscribe, () => this.#opened.get(conversation)?.get(id))
  /** The new text of a message that is being edited. */
  useEdit = (id: string) =>
    useSyncExternalStore(this.subscribe, () => (this.#state.editing?.id === id ? this.#state.editing.text : undefined))
  /** The files of the draft; a key that is pressed does not draw them again. */
  useFiles = () => useSyncExternalStore(this.subscribe, () => this.#state.draft.files)
  hasDraft = () => this.#state.draft.text.trim() !== '' || this.#state.draft.files.length > 0
  useHasDraft = () => useSyncExternalStore(this.subscribe, this.hasDraft)
  /** Whether this page is receiving the response. */
  useIsLive = (id: string) => useSyncExternalStore(this.subscribe, () => this.#responses.has(id))
  /** How many responses are running in the shown conversation. */
  useRunning = () => useSyncExternalStore(this.subscribe, () => this.#shownRunning().length)
  /** The messages of the shown conversation, all versions of them. */
  all = () => this.#messages().values()
  versions = (message: Message) => versionsOf(this.#messages(), message)
  path = (leaf: string | null) => pathTo(this.#messages(), leaf)

  // Conversations

  async open(id: string): Promise<void> {
    const conversation = this.#state.list.find((each) => each.id === id)
    if (!conversation) return
    if (!this.#opened.has(id)) this.#opened.set(id, settled((await this.#database?.messages(id)) ?? new Map()))
    const draft = (await this.#database?.draft(id)) ?? emptyDraft
    this.#set({ conversation, draft, editing: await this.#database?.editing(id) })
  }

  /** A new conversation, with what was typed when one was begun before. */
  async begin(model: string): Promise<void> {
    const conversation = newConversation(model)
    this.#opened.set(conversation.id, new Map())
    const draft = (await this.#database?.draft(newDraftKey)) ?? emptyDraft
    this.#set({ conversation, draft, editing: undefined })
  }

  rename(id: string, name: string): void {
    this.#change(id, (conversation) => ({ ...conversation, name: name.trim() }))
  }

  async remove(ids: readonly string[], model: string): Promise<void> {
    for (const id of ids) this.#responses.stop(this.#opened.get(id)?.keys() ?? [])
    await this.#database?.remove(ids)
    for (const id of ids) this.#opened.delete(id)
    const list = this.#state.list.filter(({ id }) => !ids.includes(id))
    this.#set({ list })
    if (!ids.includes(this.#state.conversation.id)) return
    if (list[0]) await this.open(list[0].id)
    else await this.begin(model)
  }

  /** Deletes the shown conversation and begins a new one. */
  async clear(model: string): Promise<void> {
    const { id } = this.#state.conversation
    await this.begin(model)
    await this.remove([id], model)
  }

  search = async (text: string) => (await this.#database?.search(text)) ?? new Set<string>()

  /** The messages up to the one whose response has this request id, and its model; undefined where there is none here. */
  async findRequest(requestId: string): Promise<{ path: Message[]; model: string } | undefined> {
    const database = this.#database
    const found = await database?.findRequest(requestId)
    if (!database || !found) return undefined
    return { path: pathTo(await database.messages(found.conversation), found.parent), model: found.model }
  }

  /** Whole conversations, for a file. */
  async export(ids: readonly string[]): Promise<WholeConversation[]> {
    return (await this.#database?.export(ids)) ?? []
  }

  async import(whole: readonly WholeConversation[]): Promise<void> {
    await this.#database?.import(whole)
    const imported = whole.map(({ messages: _, ...conversation }) => conversation)
    for (const { id, messages } of whole) this.#opened.set(id, new Map(messages.map((each) => [each.id, each])))
    this.#set({ list: [...imported, ...this.#state.list] })
    if (imported[0]) await this.open(imported[0].id)
  }

  /** A new conversation that begins like this one, up to a message. */
  branch(messageId: string): void {
    const { conversation } = this.#state
    const copies = copyOfPath(this.path(messageId), newId)
    const thread = conversation.threads.find(({ leaf }) => this.path(leaf).some(({ id }) => id === messageId))
    const copy: Conversation = {
      ...newConversation(thread?.model ?? ''),
      first_words: conversation.first_words,
      name: conversation.name,
      threads: [{ model: thread?.model ?? '', leaf: copies.at(-1)?.id ?? null }],
    }
    this.#opened.set(copy.id, new Map(copies.map((message) => [message.id, message])))
    void this.#database?.saveMessages(copy.id, copies)
    this.#set({ list: [copy, ...this.#state.list], conversation: copy, draft: emptyDraft, editing: undefined })
    this.#save(copy)
  }

  // Columns

  setModel(index: number, model: string): void {
    this.#setThreads((threads) => threads.map((thread, each) => (each === index ? { ...thread, model } : thread)))
  }

  /** One more column, which begins with what was said so far. */
  addThread(model: string): void {
    this.#setThreads((threads) =>
      threads.length < threadsMax ? [...threads, { model, leaf: threads[0]?.leaf ?? null }] : threads,
    )
  }

  removeThread(index: number): void {
    this.#setThreads((threads) => (threads.length > 1 ? threads.filter((_, each) => each !== index) : threads))
  }

  // Messages

  setDraft(change: Partial<Draft>): void {
    const { conversation, draft, list } = this.#state
    this.#set({ draft: { ...draft, ...change } })
    // A conversation is listed once something was said in it; until then its draft is that of a new one.
    const key = list.some(({ id }) => id === conversation.id) ? conversation.id : newDraftKey
    if (change.text !== undefined) void this.#database?.saveDraftText(key, change.text)
    if (change.files !== undefined) void this.#database?.saveDraftFiles(key, change.files)
  }

  setEditing(editing: Editing | undefined): void {
    this.#set({ editing })
    void this.#database?.saveEditing(this.#state.conversation.id, editing)
  }

  /** Sends a message to the models of all columns. */
  send(text: string, files: Attachment[], terms: Terms): void {
    this.setDraft(emptyDraft)
    const { conversation } = this.#state
    const now = Date.now()
    const userMessages = new Map<string | null, Message>()
    const added: Message[] = []
    const threads = conversation.threads.map((thread) => {
      // Columns with the same messages so far share the new message too.
      const userMessage = userMessages.get(thread.leaf) ?? newUserMessage(thread.leaf, text, files, now)
      if (!userMessages.has(thread.leaf)) added.push(userMessage)
      userMessages.set(thread.leaf, userMessage)
      const response = newAssistantMessage(userMessage.id, terms.modeOf(thread.model), thread.model, now)
      added.push(response)
      return { ...thread, leaf: response.id }
    })
    const first_words = conversation.first_words || firstWordsOf(text || (files[0]?.name ?? ''))
    this.#add({ ...conversation, first_words, threads }, added)
    for (const message of added) if (message.role === 'assistant') this.#run(message, terms)
  }

  /** Another response to the same message, beside the old one. */
  retry(response: AssistantMessage, terms: Terms): void {
    const { conversation } = this.#state
    const index = this.#threadOf(response.id)
    const thread = conversation.threads[index]
    if (!thread || response.parent === null) return
    const next = newAssistantMessage(response.parent, terms.modeOf(thread.model), thread.model, Date.now())
    this.#add(withLeaf(conversation, index, next.id), [next])
    this.#run(next, terms)
  }

  /** A new version of a message, beside the old one, and a response to it. */
  edit(userMessage: Message, text: string, terms: Terms): void {
    const { conversation } = this.#state
    const index = this.#threadOf(userMessage.id)
    const thread = conversation.threads[index]
    if (!thread) return
    this.setEditing(undefined)
    const now = Date.now()
    const next = newUserMessage(userMessage.parent, text, userMessage.attachments, now)
    const response = newAssistantMessage(next.id, terms.modeOf(thread.model), thread.model, now)
    const first_words = userMessage.parent === null ? firstWordsOf(text) : conversation.first_words
    this.#add({ ...withLeaf(conversation, index, response.id), first_words }, [next, response])
    this.#run(response, terms)
  }

  /** Keeps the typed results of a response's tool calls until they are sent. */
  typeResults(response: AssistantMessage, typed: readonly string[]): void {
    const { conversation } = this.#state
    const tool_calls = response.tool_calls.map((call, each) => ({ ...call, typed: typed[each] ?? '' }))
    const message = { ...response, tool_calls }
    this.#messages().set(response.id, message)
    void this.#database?.saveTypedResults(conversation.id, message)
    this.#notify()
  }

  /** Sends the results of a response's tool calls, and requests the next response. */
  sendResults(response: AssistantMessage, results: readonly string[], terms: Terms): void {
    const { conversation } = this.#state
    const index = this.#threadOf(response.id)
    const thread = conversation.threads[index]
    if (!thread) return
    const tool_calls = response.tool_calls.map(({ typed: _, ...call }, each) => ({
      ...call,
      result: results[each] ?? '',
    }))
    const next = newAssistantMessage(response.id, 'chat', thread.model, Date.now())
    this.#add(withLeaf(conversation, index, next.id), [{ ...response, tool_calls }, next])
    this.#run(next, terms)
  }

  removeMessage(id: string): void {
    const { conversation } = this.#state
    const removed = this.#messages().get(id)
    if (!removed) return
    this.#responses.stop([id])
    const { messages, moved } = withoutMessage(this.#messages(), id)
    this.#opened.set(conversation.id, messages)
    void this.#database?.removeMessage(id)
    void this.#database?.saveMessages(conversation.id, moved)
    this.#setThreads((threads) =>
      threads.map((thread) => (thread.leaf === id ? { ...thread, leaf: removed.parent } : thread)),
    )
  }

  /** Shows another version of a message, with what followed it. */
  showVersion(message: Message, step: 1 | -1): void {
    const versions = this.versions(message)
    const next = versions[versions.findIndex(({ id }) => id === message.id) + step]
    if (!next) return
    const index = this.#threadOf(message.id)
    this.#setThreads((threads) =>
      threads.map((thread, each) =>
        each === index ? { ...thread, leaf: newestLeaf(this.#messages(), next.id) } : thread,
      ),
    )
  }

  /** Stops one response, or all that are running in the shown conversation. */
  stop(id?: string): void {
    this.#responses.stop(id === undefined ? this.#shownRunning() : [id])
  }

  /** Stops all responses: the user signed out. */
  end(): void {
    this.#responses.stopAll()
  }

  #run(response: AssistantMessage, terms: Terms): void {
    const path = pathTo(this.#messages(), response.parent)
    void this.#responses.run(this.#state.conversation.id, path, response, terms)
  }

  #shownRunning = () =>
    [...this.#messages().values()].filter((each) => this.#responses.has(each.id)).map(({ id }) => id)
  #messages = () => this.#opened.get(this.#state.conversation.id) ?? new Map<string, Message>()
  #threadOf = (id: string) => this.#state.paths.findIndex((path) => path.includes(id))

  #setThreads(change: (threads: Thread[]) => Thread[]): void {
    const { conversation } = this.#state
    const next = { ...conversation, threads: change(conversation.threads) }
    this.#set({ conversation: next })
    if (this.#state.list.some(({ id }) => id === next.id)) this.#save(next)
  }

  #put = (conversation: string, response: AssistantMessage, isSaved: boolean): void => {
    this.#opened.get(conversation)?.set(response.id, response)
    if (isSaved) void this.#database?.saveMessages(conversation, [response])
    this.#notify()
  }

  #add(conversation: Conversation, messages: Message[]): void {
    const opened = this.#messages()
    for (const message of messages) opened.set(message.id, message)
    void this.#database?.saveMessages(conversation.id, messages)
    const changed = { ...conversation, updated_at: Date.now() }
    this.#set({ conversation: changed, list: [changed, ...this.#state.list.filter(({ id }) => id !== changed.id)] })
    this.#save(changed)
  }

  #change(id: string, change: (conversation: Conversation) => Conversation): void {
    const list = this.#state.list.map((each) => (each.id === id ? change(each) : each))
    const conversation = list.find((each) => each.id === this.#state.conversation.id) ?? this.#state.conversation
    this.#set({ list, conversation })
    const changed = list.find((each) => each.id === id)
    if (changed) this.#save(changed)
  }

  #save(conversation: Conversation): void {
    const list = this.#state.list.map((each) => (each.id === conversation.id ? conversation : each))
    this.#set({ list })
    void this.#database?.save(conversation)
  }

  #set(change: Partial<PlaygroundState>): void {
    const next = { ...this.#state, ...change }
    if (change.conversation) {
      const { id, threads } = change.conversation
      const messages = this.#opened.get(id) ?? new Map<string, Message>()
      const models = threads.map(({ model }) => model)
      next.paths = threads.map(({ leaf }) => pathTo(messages, leaf).map((message) => message.id))
      next.shown = { conversation: change.conversation, paths: next.paths }
      next.isEmpty = next.paths.every((path) => path.length === 0)
      if (models.join('\n') !== next.models.join('\n')) next.models = models
    }
    this.#state = next
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The key of the draft of a conversation that is not listed yet. */
const newDraftKey = 'new'

const newConversation = (model: string): Conversation => ({
  id: newId(),
  name: '',
  first_words: '',
  created_at: Date.now(),
  updated_at: Date.now(),
  threads: [{ model, leaf: null }],
})

const withLeaf = (conversation: Conversation, index: number, leaf: string): Conversation => ({
  ...conversation,
  threads: conversation.threads.map((thread, each) => (each === index ? { ...thread, leaf } : thread)),
})

/** Responses that were running when the page was closed have stopped. */
const settled = (messages: Map<string, Message>): Map<string, Message> =>
  new Map(
    [...messages].map(([id, message]) => [id, isRunning(message) ? { ...message, state: 'incomplete' } : message]),
  )
