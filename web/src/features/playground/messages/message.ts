/** The kind of a request to a model. */
export const modes = ['chat', 'image', 'speech', 'transcription'] as const
export type Mode = (typeof modes)[number]

/** `incomplete`: a part has come, and more is expected or was stopped. */
export type MessageState = 'loading' | 'incomplete' | 'complete' | 'error'

/** A file that was sent, or a picture or recording that came. `data` is an address: `data:…`, or of a web page. */
export type Attachment = { name: string; type: string; data: string }

export type ToolCall = {
  id: string
  name: string
  arguments: string
  /** The result that the user entered for the tool. */
  result?: string
  /** What is typed as the result and not sent. */
  typed?: string
}

/** Why a response failed, in the server's words. */
export type ResponseError = { code: string; message: string; status: number }

/** Milliseconds since the request was sent, tokens, and the charge. */
export type Figures = {
  first_word_ms?: number
  total_ms?: number
  prompt_tokens?: number
  completion_tokens?: number
  quota?: number
}

type Common = { id: string; parent: string | null; created_at: number; content: string; attachments: Attachment[] }

export type UserMessage = Common & { role: 'user' }
export type AssistantMessage = Common & {
  role: 'assistant'
  state: MessageState
  mode: Mode
  model: string
  reasoning: string
  tool_calls: ToolCall[]
  figures: Figures
  error?: ResponseError
  request_id?: string
  finish_reason?: string
  /** For administrators: the channels that were tried, in order. */
  route?: number[]
}
export type Message = UserMessage | AssistantMessage

/** Whether the response is still arriving. */
export const isRunning = (message: Message): message is AssistantMessage =>
  message.role === 'assistant' && (message.state === 'loading' || message.state === 'incomplete')

export const newId = (): string => crypto.randomUUID()

export const newUserMessage = (
  parent: string | null,
  content: string,
  attachments: Attachment[],
  created_at: number,
): UserMessage => ({ id: newId(), role: 'user', parent, content, attachments, created_at })

export const newAssistantMessage = (
  parent: string,
  mode: Mode,
  model: string,
  created_at: number,
): AssistantMessage => ({
  id: newId(),
  role: 'assistant',
  parent,
  content: '',
  attachments: [],
  created_at,
  state: 'loading',
  mode,
  model,
  reasoning: '',
  tool_calls: [],
  figures: {},
})
