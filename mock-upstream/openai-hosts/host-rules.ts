import type { Call, Handler } from '../exchange/call.ts'
import type { JsonObject } from '../exchange/json.ts'
import type { Frame } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import type { openaiRoutes } from '../openai/openai.ts'
import type { ChatWriting } from '../openai/write-chat.ts'

/** One vendor of OpenAI's dialect, as its documents describe it. */
export type HostRules = {
  /** The prefix of its paths, including the version. */
  root: string
  /** The server needs no key. */
  isKeyless?: true
  /** The refusal of a wrong key, if it is not a 401. */
  wrongKey?: { status: number; message: string }
  chat: ChatRules
  /** Endpoints that are OpenAI's own. */
  serves?: readonly (keyof typeof openaiRoutes)[]
  /** Endpoints that differ, by method and path after the root. */
  routes?: Readonly<Record<string, Handler>>
  /** Absent: there is no model list. */
  models?: string[]
  /** The error body; absent: OpenAI's. */
  error?(status: number, message: string): unknown
}

/** The requests that a vendor refuses in a chat, and the format of its responses. */
export type ChatRules = {
  /** The only known fields. Absent: unknown fields are ignored. */
  fields?: readonly string[]
  refusedFields?: readonly string[]
  /** Fields that the vendor had and no longer has. */
  goneFields?: readonly string[]
  refusedMessageFields?: readonly string[]
  /** Absent: the roles of OpenAI. */
  roles?: readonly string[]
  /** Parts of a user's content besides text. Absent: images. */
  parts?: readonly string[]
  /** Content must be a string. */
  isTextOnly?: true
  /** Inclusive bounds. */
  ranges?: Readonly<Record<string, readonly [min: number, max: number]>>
  /** Any other problem of a request. */
  problemOf?(body: JsonObject, model: string): string | undefined
  /** Absent: the model thinks if the request enables it in one of the usual ways. */
  thinks?(body: JsonObject, model: string): boolean
  /** Where reasoning is shown: in a field, or between tags at the beginning of the content. */
  thinkingField?: 'reasoning' | 'reasoning_content' | 'tags'
  usage?(counts: Counts): object
  /** Where a stream reports its usage. Absent: in a chunk of its own, if the request enables it. */
  usageIn?: ChatWriting['usageIn']
  /** Fields beside the choices. */
  extra?(call: Call): JsonObject
  /** Changes the events of a stream. */
  frames?(frames: Frame[], writing: ChatWriting): Frame[]
  /** The event of a stream that fails after its beginning. Absent: the error body. */
  failure?(status: number, message: string): JsonObject
}
