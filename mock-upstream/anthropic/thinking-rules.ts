import { given, isInteger, isObject, type JsonObject, objectsIn } from '../exchange/json.ts'
import { invalidRequest } from './errors.ts'
import { type Generation, generationOf } from './generation.ts'
import { mergedTurns } from './turn-rules.ts'

/**
 * Refuses combinations of thinking, effort, sampling and tool choice that a generation does not allow. Where no comment
 * names a document, the wording is our own.
 */
export function checkThinking(body: JsonObject, generation: Generation): void {
  const thinking = isObject(body.thinking) ? body.thinking : undefined
  const type = thinking && String(thinking.type)
  const effort = isObject(body.output_config) ? body.output_config.effort : undefined
  if (type !== undefined && !generation.thinkingTypes.includes(type)) {
    // The wording is that of [docs]/models/opus-5-5/whats-new-opus-5-5.
    throw invalidRequest(
      `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    )
  }
  if (effort !== undefined && !generation.efforts.includes(String(effort))) {
    throw invalidRequest(`output_config.effort: '${effort}' is not supported for this model`)
  }
  const isUtmost = effort === 'xhigh' || effort === 'max'
  if (isUtmost && type === 'between_tools')
    throw invalidRequest('thinking.type: between_tools is not supported at this effort')
  if (isUtmost && type === 'disabled' && generation.limitsEffortWithoutThinking)
    throw invalidRequest('thinking cannot be disabled at this effort')
  if (type === 'enabled' && thinking) checkBudget(body, thinking.budget_tokens)
  checkSampling(body, generation, type === 'enabled')
  const choice = isObject(body.tool_choice) ? body.tool_choice.type : undefined
  const isForced = choice === 'any' || choice === 'tool'
  if (isForced && !generation.allowsForcedTools)
    throw invalidRequest('tool_choice: this model does not support forced tool use')
  if (isForced && type === 'enabled')
    throw invalidRequest('Thinking may not be enabled when tool_choice forces tool use.')
  if (type === 'enabled') checkHistory(body)
}

export function isThinking(body: JsonObject, model: string): boolean {
  const type = isObject(body.thinking) ? body.thinking.type : undefined
  return type === undefined ? generationOf(model).thinksByDefault : type !== 'disabled'
}

/** Whether the text of the thinking is sent, or only its signature. */
export function showsThinking(body: JsonObject, model: string): boolean {
  const display = isObject(body.thinking) ? body.thinking.display : undefined
  return display === undefined ? !generationOf(model).hidesThinking : display !== 'omitted'
}

function checkBudget(body: JsonObject, budget: unknown): void {
  if (!isInteger(budget, 1024))
    throw invalidRequest('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024')
  if (budget >= Number(body.max_tokens))
    throw invalidRequest('`max_tokens` must be greater than `thinking.budget_tokens`.')
}

function checkSampling(body: JsonObject, { sampling }: Generation, isEnabled: boolean): void {
  const { temperature, top_p } = body
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1))
    throw invalidRequest('temperature: range: 0..1')
  if (sampling === 'fixed') {
    const changed =
      ['temperature', 'top_p'].find((name) => given(body, name) && body[name] !== 1) ??
      (given(body, 'top_k') ? 'top_k' : undefined)
    if (changed) throw invalidRequest(`${changed}: this model does not support changing sampling parameters`)
  }
  if (sampling === 'one of temperature and top_p' && given(body, 'temperature') && given(body, 'top_p')) {
    throw invalidRequest('`temperature` and `top_p` cannot both be specified for this model. Please use only one.')
  }
  if (!isEnabled) return
  if (given(body, 'temperature') && temperature !== 1)
    throw invalidRequest('`temperature` may only be set to 1 when thinking is enabled.')
  if (given(body, 'top_k')) throw invalidRequest('`top_k` must be unset when thinking is enabled.')
  if (typeof top_p === 'number' && top_p < 0.95)
    throw invalidRequest('`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.')
}

/** A turn that called tools while thinking must come back with its thinking blocks. */
function checkHistory(body: JsonObject): void {
  const turns = mergedTurns(objectsIn(body.messages))
  const last = turns.findLastIndex(({ role }) => role === 'assistant')
  const blocks = turns[last]?.blocks ?? []
  const first = blocks[0]?.type
  if (!blocks.some(({ type }) => type === 'tool_use') || first === 'thinking' || first === 'redacted_thinking') return
  throw invalidRequest(
    `messages.${last}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
  )
}
