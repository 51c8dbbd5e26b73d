import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, ChatResponse, FinishReason, JsonObject } from '../../forms/chat.ts'
import { countOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse, incompleteResponse, parseEventData } from '../../translate/response/bad-response.ts'
import { responseOfChunks } from '../../translate/response/response-of-chunks.ts'
import { createThinkSplitter, type ThoughtOpening, thinkOpening } from '../openai-shaped/think-tags.ts'
import type { ResponseContext, StreamDecoder, UpstreamRequest } from '../provider.ts'
import { modeOf } from './chat-request.ts'
import { failureIn } from './failure.ts'
import { checkWorkflow, outputText, workflowUsage } from './workflow-response.ts'

/** Reads the events of an app. With the setting `dify_debug` its steps are shown as reasoning. */
export function createChatDecoder(facts: ResponseContext): StreamDecoder {
  const isWorkflow = modeOf(facts.setting) === 'workflow'
  const isDebug = facts.setting?.dify_debug === true
  const thoughts = createThinkSplitter(thoughtOpening)
  let head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined
  let text = ''
  let hasAgentText = false
  let isFinished = false
  let task: string | undefined

  const chunkOf = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
    ...(head ?? headOf({}, facts)),
    choices: [{ index: 0, delta, finish_reason }],
  })
  const begin = (event: JsonObject): ChatChunk[] => {
    if (head) return []
    head = headOf(event, facts)
    const conversation_id = textOf(event.conversation_id)
    const chunk = chunkOf({ role: 'assistant', content: '' })
    return [conversation_id === undefined ? chunk : { ...chunk, extra: { conversation_id } }]
  }
  const shown = ({ reasoning, content }: { reasoning: string; content: string }): ChatChunk[] => [
    ...(reasoning === '' ? [] : [chunkOf({ reasoning_content: reasoning })]),
    ...(content === '' ? [] : [chunkOf({ content })]),
  ]
  const say = (event: JsonObject, response: string | undefined): ChatChunk[] => {
    if (response === undefined) return begin(event)
    text += response
    return [...begin(event), ...shown(thoughts.push(response))]
  }
  const think = (event: JsonObject, line: string | undefined): ChatChunk[] =>
    isDebug && line !== undefined ? [...begin(event), chunkOf({ reasoning_content: `${line}\n` })] : []
  const finish = (event: JsonObject, reason: FinishReason, usage?: Usage): ChatChunk[] => {
    if (isFinished) return []
    isFinished = true
    return [...begin(event), ...shown(thoughts.end()), { ...chunkOf({}, reason), ...(usage && { usage }) }]
  }
  const replace = (event: JsonObject): ChatChunk[] =>
    text === '' ? say(event, textOf(event.answer)) : finish(event, 'content_filter')
  const finishWorkflow = (event: JsonObject): ChatChunk[] => {
    const data = objectOf(event.data) ?? {}
    checkWorkflow(data)
    const chunks = text === '' ? say(event, outputText(data.outputs)) : []
    return [...chunks, ...finish(event, 'stop', workflowUsage(data, text, facts.model))]
  }

  const read = (event: JsonObject): ChatChunk[] => {
    switch (event.event) {
      case 'message':
        return hasAgentText ? [] : say(event, textOf(event.answer)) // an agent's last message repeats all of its text
      case 'agent_message':
        hasAgentText ||= textOf(event.answer) !== undefined
        return say(event, textOf(event.answer))
      case 'agent_thought':
        return think(event, textOf(event.thought))
      case 'message_file':
        return event.belongs_to === 'assistant' && textOf(event.url) !== undefined
          ? say(event, `![](${event.url})`)
          : []
      case 'message_replace':
        return replace(event)
      case 'message_end':
        return finish(event, 'stop', usageIn(event))
      case 'text_chunk':
        return say(event, textOf(objectOf(event.data)?.text))
      case 'workflow_finished':
        return isWorkflow ? finishWorkflow(event) : []
      case 'workflow_started':
      case 'node_started':
      case 'node_finished':
        return think(event, stepOf(event))
      default:
        return []
    }
  }
  return {
    push({ data }) {
      if (data.trim() === '') return []
      const event = parseEventData(data)
      if (!isObject(event)) return []
      const failure = failureIn(event)
      if (failure) throw failure
      task ??= textOf(event.task_id)
      return isFinished ? [] : read(event)
    },
    stop: (sent) => (task === undefined || isFinished ? undefined : stopRequest(sent, task)),
    end() {
      if (head && !isFinished) throw incompleteResponse()
      return []
    },
  }
}

/** An app keeps running until the user for whom it works sends a stop request. */
function stopRequest({ url, headers, body }: UpstreamRequest, task: string): UpstreamRequest {
  const tasks = url.replace(/\/workflows\/run$/, '/workflows/tasks')
  return {
    method: 'POST',
    url: `${tasks}/${encodeURIComponent(task)}/stop`,
    headers,
    body: { user: objectOf(body)?.user },
  }
}

/** `node_started: LLM` */
const stepOf = ({ event, data }: JsonObject): string => {
  const title = textOf(objectOf(data)?.title)
  return title === undefined ? String(event) : `${event}: ${title}`
}

/** A whole response, from servers that do not stream. */
export function readChat(body: unknown, facts: ResponseContext): ChatResponse {
  if (!isObject(body)) throw badResponse()
  const failure = failureIn(body)
  if (failure) throw failure
  const isChat = typeof body.answer === 'string'
  if (!isChat && !isObject(body.data)) throw badResponse('the provider sent a response without text')
  const decoder = createChatDecoder(isChat ? facts : { ...facts, setting: { ...facts.setting, dify_mode: 'workflow' } })
  const events = isChat
    ? [
        { ...body, event: 'message' },
        { ...body, event: 'message_end' },
      ]
    : [{ ...body, event: 'workflow_finished' }]
  return responseOfChunks(events.flatMap((event) => decoder.push({ data: JSON.stringify(event) })))
}

function headOf(event: JsonObject, facts: ResponseContext): Pick<ChatChunk, 'id' | 'created' | 'model'> {
  const id = textOf(event.message_id)
  return {
    id: id === undefined ? facts.id : `chatcmpl-${id}`,
    created: countOf(event.created_at) || facts.now,
    model: facts.model,
  }
}

/** Apps without a model of their own report zeros. */
function usageIn({ metadata }: JsonObject): Usage | undefined {
  const counts = objectOf(objectOf(metadata)?.usage)
  const input = countOf(counts?.prompt_tokens)
  const output = countOf(counts?.completion_tokens)
  return input + output > 0 ? { ...noUsage, input, output } : undefined
}

const details = '<details'
const whole = /^<details\b[^>]*>\s*<summary>\s*Thinking[^<]*<\/summary>/i
const lengthMax = 500

/** Dify shows the reasoning of some models as a collapsible section, and passes that of others in its tag. */
function thoughtOpening(text: string): ThoughtOpening {
  const think = thinkOpening(text)
  if (think !== undefined) return think
  if (details.startsWith(text)) return 'unfinished'
  const match = whole.exec(text.slice(0, lengthMax))
  if (match) return { length: match[0].length, closing: '</details>' }
  return text.startsWith(details) && text.length < lengthMax && !text.includes('</summary>') ? 'unfinished' : undefined
}
