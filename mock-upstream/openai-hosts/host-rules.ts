import type { Call, Handler } from '../exchange/call.ts'
import type { JsonObject } from '../exchange/json.ts'
import type { Frame } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import type { openaiRoutes } from '../openai/openai.ts'
import type { ChatWriting } from '../openai/write-chat.ts'

/** One vendor of OpenAI's dialect, as its documents describe it. */
export type HostRules = {
  /** The path before its endpoints, version included. */
  root: string
  /** The server asks for no key. */
  isKeyless?: true
  chat: ChatRules
  /** Endpoints that are OpenAI's own. */
  serves?: readonly (keyof typeof openaiRoutes)[]
  /** Endpoints that differ, by method and the path behind the root. */
  routes?: Readonly<Record<string, Handler>>
  /** Absent: there is no list. */
  models?: string[]
  /** The body of an error; absent where it is OpenAI's. */
  error?(status: number, message: string): unknown
}

/** What a vendor refuses in a chat, and how it writes its answer. */
export type ChatRules = {
  /** The only fields that are known. Absent: unknown fields are ignored. */
  fields?: readonly string[]
  refusedFields?: readonly string[]
  refusedMessageFields?: readonly string[]
  /** Absent: the roles of OpenAI. */
  roles?: readonly string[]
  /** Parts of a user's content; absent: text and pictures. */
  parts?: readonly string[]
  /** Content must be one text. */
  isTextOnly?: true
  /** Both ends are still allowed. */
  ranges?: Readonly<Record<string, readonly [min: number, max: number]>>
  /** What else is wrong with a request. */
  problemOf?(body: JsonObject, model: string): string | undefined
  /** Absent: the model thinks where the request asks for it in one of the usual manners. */
  thinks?(body: JsonObject, model: string): boolean
  /** Where thoughts are shown: in a field, or between tags at the beginning of the content. */
  thinkingField?: 'reasoning' | 'reasoning_content' | 'tags'
  usage?(counts: Counts): object
  /** Where a stream tells its usage; absent: in a chunk of its own, if the request asks for it. */
  usageIn?: ChatWriting['usageIn']
  /** Fields beside the choices. */
  extra?(call: Call): JsonObject
  /** The events of a stream, where there is more in them. */
  frames?(frames: Frame[], writing: ChatWriting): Frame[]
  /** The event of a stream that fails half way; absent: the body of an error. */
  failure?(status: number, message: string): JsonObject
}
