import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { bytesOf, textOf } from '../../../components/prompt-records/viewer/side-text.ts'
import { call } from '../../../lib/api/call.ts'
import { copyOfPath, firstWordsOf } from '../messages/conversation.ts'
import { newId } from '../messages/message.ts'
import type { Settings } from '../request/settings.ts'
import type { PlaygroundStore } from '../store/playground-store.ts'
import { type Replay, readReplay } from './read-replay.ts'

/**
 * Fills a new conversation with a request of the past, from its record or from a conversation of this browser. Gives the
 * settings of the request; undefined where it is kept nowhere. Nothing is sent.
 */
export async function openReplay(store: PlaygroundStore, requestId: string): Promise<Partial<Settings> | undefined> {
  const replay = (await replayOfRecord(requestId)) ?? (await replayOfHistory(store, requestId))
  if (!replay) return undefined
  const { settings, earlier, text, files } = replay
  const now = Date.now()
  const conversation = {
    id: newId(),
    name: '',
    first_words: firstWordsOf(earlier[0]?.content || text),
    created_at: now,
    updated_at: now,
    threads: [{ model: settings.model ?? '', leaf: earlier.at(-1)?.id ?? null }],
  }
  await store.import([{ ...conversation, messages: earlier }])
  store.setDraft({ text, files })
  return settings
}

async function replayOfRecord(request_id: string): Promise<Replay | undefined> {
  const params = { request_id }
  const facts = await call(promptRecordsApi.find, { params })
  if (!facts?.can_read) return undefined
  const { sides } = await call(promptRecordsApi.read, { params })
  const side = sides.find(({ name }) => name === 'client_request')
  const text = side && !side.cut ? textOf(bytesOf(side)) : undefined
  if (text === undefined) return undefined
  try {
    return readReplay(JSON.parse(text), Date.now())
  } catch {
    return undefined // no JSON: a form with a file, for one
  }
}

async function replayOfHistory(store: PlaygroundStore, requestId: string): Promise<Replay | undefined> {
  const { path = [], model = '' } = (await store.findRequest(requestId)) ?? {}
  const asked = path.at(-1)
  if (asked?.role !== 'user') return undefined
  const { content: text, attachments: files } = asked
  return { settings: { model }, earlier: copyOfPath(path.slice(0, -1), newId), text, files }
}
