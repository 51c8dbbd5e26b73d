import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf } from '../../translate/json/json-values.ts'
import type { ModelTraits } from './model-traits.ts'
import type { Turn } from './turns.ts'

export type ThinkingSettings = {
  thinking: unknown
  effort: string | undefined
  /** Tokens for thinking, in addition to those for the text. */
  budget: number
}

const budgetMin = 1024
const budgets: Readonly<Record<string, number>> = { low: 1280, medium: 2048, high: 4096 }
const noThinking: ThinkingSettings = { thinking: undefined, effort: undefined, budget: 0 }

/** Efforts from least to most; Anthropic has no `minimal`. */
const efforts: Readonly<Record<string, string>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
}

/** The thinking settings that a model accepts. */
export function thinkingOf(
  request: ChatRequest,
  turns: readonly Turn[],
  traits: ModelTraits,
  setting: JsonObject,
): ThinkingSettings {
  const requested = String(request.reasoning_effort ?? '')
  const effort = Object.hasOwn(efforts, requested) ? efforts[requested] : undefined
  const clientThinking = objectOf(request.thinking)
  // A model without adaptive thinking gets the budget of the effort.
  const lacksAdaptive = clientThinking?.type === 'adaptive' && traits.thinking === 'budget'
  const result =
    clientThinking && !lacksAdaptive
      ? acceptedThinking(clientThinking, effort, extraBudget(clientThinking, request), traits)
      : thinkingByEffort(requested, lacksAdaptive ? (effort ?? 'high') : effort, traits, setting)
  // With a budget, the thinking blocks before a call must be sent back with it; without them the request goes without
  // thinking.
  return objectOf(result.thinking)?.type === 'enabled' && lacksThoughts(turns) ? noThinking : result
}

/**
 * A client's own `thinking`. It passes unchanged unless the model refuses its type: then the nearest type that the model
 * accepts is sent, and a budget becomes an effort unless the client names one.
 */
function acceptedThinking(
  thinking: JsonObject,
  requested: string | undefined,
  budget: number,
  traits: ModelTraits,
): ThinkingSettings {
  const effort = traits.thinking === 'adaptive' ? reachableEffort(requested, traits) : undefined
  if (thinking.type === 'enabled' && traits.thinking === 'adaptive' && !traits.takesBudget) {
    const { budget_tokens, ...rest } = thinking
    const adaptive = { display: 'summarized', ...rest, type: 'adaptive' }
    return { thinking: adaptive, effort: effort ?? effortOfBudget(countOf(budget_tokens)), budget }
  }
  if (thinking.type === 'disabled' && traits.thinkingOff === 'least')
    return { thinking: undefined, effort: effort ?? 'low', budget }
  if (thinking.type === 'disabled' && traits.thinkingOff === 'between_tools')
    return { thinking: { ...thinking, type: 'between_tools' }, effort: effortWithoutThinking(effort, traits), budget }
  const isOff = thinking.type === 'disabled' || thinking.type === 'between_tools'
  return { thinking, effort: isOff ? effortWithoutThinking(effort, traits) : effort, budget }
}

const reachableEffort = (effort: string | undefined, { hasXhigh }: ModelTraits): string | undefined =>
  effort === 'xhigh' && !hasXhigh ? 'max' : effort

/** The effort whose budget is nearest below a client's. */
const effortOfBudget = (budget: number): string =>
  ['high', 'medium'].find((effort) => budget >= (budgets[effort] ?? 0)) ?? 'low'

const effortWithoutThinking = (effort: string | undefined, traits: ModelTraits): string | undefined =>
  traits.limitsEffortWithoutThinking && (effort === 'xhigh' || effort === 'max') ? 'high' : effort

/** A client with a budget and a limit has considered both; without a limit the budget is added to the default. */
const extraBudget = ({ budget_tokens }: JsonObject, { max_completion_tokens, max_tokens }: ChatRequest): number =>
  max_completion_tokens === undefined && max_tokens === undefined ? countOf(budget_tokens) : 0

function thinkingByEffort(
  requested: string,
  effort: string | undefined,
  traits: ModelTraits,
  setting: JsonObject,
): ThinkingSettings {
  if (requested === 'none' && traits.thinkingOff === 'disabled')
    return { ...noThinking, thinking: { type: 'disabled' } }
  if (requested === 'none' && traits.thinkingOff === 'between_tools')
    return { ...noThinking, thinking: { type: 'between_tools' } }
  if (requested === 'none' && traits.thinkingOff === 'least') return { ...noThinking, effort: 'low' }
  if (effort === undefined || traits.thinking === 'none') return noThinking
  if (traits.thinking === 'budget') {
    const budget = budgetOf(effort, setting)
    return { thinking: { type: 'enabled', budget_tokens: budget }, effort: undefined, budget }
  }
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    effort: reachableEffort(effort, traits),
    budget: 0,
  }
}

/** A channel may set its own budgets: `thinking_budgets: {"high": 16000}`. */
function budgetOf(effort: string, setting: JsonObject): number {
  const level = effort === 'low' || effort === 'medium' ? effort : 'high'
  const channelBudget = objectOf(setting.thinking_budgets)?.[level]
  return Math.max(
    budgetMin,
    Number.isSafeInteger(channelBudget) ? Number(channelBudget) : (budgets[level] ?? budgetMin),
  )
}

function lacksThoughts(turns: readonly Turn[]): boolean {
  const last = turns.findLast(({ role }) => role === 'assistant')
  if (!last?.content.some(({ type }) => type === 'tool_use')) return false
  const first = last.content[0]?.type
  return first !== 'thinking' && first !== 'redacted_thinking'
}

/** Whether the model will think and so accepts fewer other parameters. */
export const isThinkingOn = (thinking: unknown): boolean => {
  const type = objectOf(thinking)?.type
  return type !== undefined && type !== 'disabled'
}
