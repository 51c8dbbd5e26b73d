import type { ChatResponse, JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { readToolCalls } from '../openai-shaped/read-tool-calls.ts'
import type { ResponseContext } from '../provider.ts'
import { failureIn } from './failure.ts'
import { abortOf, finishOf } from './finish-reason.ts'
import { annotationsOf, argumentsOf, logprobsOf } from './message-parts.ts'
import { chatUsage } from './usage.ts'

export function readChat(body: unknown, facts: ResponseContext): ChatResponse {
  const failure = failureIn(body)
  if (failure) throw failure
  if (!isObject(body) || !isObject(body.message)) throw badResponse('the provider sent a response without a message')
  const reason = textOf(body.finish_reason) ?? 'COMPLETE'
  const abort = abortOf(reason, textOf(body.error))
  if (abort) throw abort
  const { message } = body
  const calls = readToolCalls({ tool_calls: listOf(message.tool_calls).map(withArguments) }, facts.id)
  const content = joined(message, 'text')
  const reasoning = [joined(message, 'thinking'), textOf(message.tool_plan) ?? ''].filter(Boolean).join('\n')
  const annotations = listOf(message.citations).filter(isObject).flatMap(annotationsOf)
  // The vendor's documents show the counts in either member.
  const usage = chatUsage(body.usage ?? body.meta, facts.setting)
  return {
    id: textOf(body.id) ?? facts.id,
    created: facts.now,
    model: facts.model,
    choices: [
      {
        ...logprobsOf(listOf(body.logprobs)),
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' && calls.length > 0 ? null : content,
          ...(reasoning !== '' && { reasoning_content: reasoning }),
          ...(annotations.length > 0 && { annotations }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: calls.length > 0 ? 'tool_calls' : finishOf(reason),
      },
    ],
    ...(usage && { usage }),
  }
}

/** All blocks of one type, in order. */
const joined = ({ content }: JsonObject, type: 'text' | 'thinking'): string =>
  listOf(content)
    .map((block) => (isObject(block) && block.type === type ? (textOf(block[type]) ?? '') : ''))
    .join('')

const withArguments = (call: unknown): unknown =>
  isObject(call) && isObject(call.function)
    ? { ...call, function: { ...call.function, arguments: argumentsOf(call.function.arguments) } }
    : call
