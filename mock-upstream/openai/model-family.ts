/** The features that OpenAI's model names imply. Other names belong to compatible servers, which are lenient. */
export type ModelFamily = {
  isOpenai: boolean
  isReasoning: boolean
  /** It thinks at its usual effort. A model need not: `codex-mini-latest` is for tests that count tokens. */
  thinksUsually: boolean
  isResponsesOnly: boolean
  isSearch: boolean
  /** The efforts that Responses accepts. */
  efforts: readonly string[]
  /** The effort of a request without one. */
  usualEffort: string
  /** The effort at which the chat endpoint accepts function tools; undefined: at every effort, `never`: at none. */
  toolEffort: 'none' | 'never' | undefined
  hasVerbosity: boolean
}

const known = new Map<string, ModelFamily>()

export function familyOf(model: string): ModelFamily {
  let family = known.get(model)
  if (!family) {
    family = readFamily(model)
    if (known.size < 1000) known.set(model, family)
  }
  return family
}

/** Whether the model thinks at this effort, which a request may leave out. */
export const isThinking = (effort: unknown, { thinksUsually }: ModelFamily): boolean =>
  effort === undefined || effort === null ? thinksUsually : effort !== 'none'

function readFamily(model: string): ModelFamily {
  const name = model.slice(model.lastIndexOf('/') + 1)
  const isThinker = /^(?:o\d|codex-|computer-use)/.test(name)
  const version = Number(/^gpt-(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? 0)
  const { efforts, usualEffort } = effortsOf(name, version)
  const isReasoning = isThinker || (version >= 5 && !name.startsWith('gpt-5-chat'))
  return {
    isOpenai: isThinker || /^(gpt-|chatgpt|chat-latest|text-|dall-e|tts-|whisper|omni-)/.test(name),
    isReasoning,
    thinksUsually: isReasoning && usualEffort !== 'none' && !name.startsWith('codex-'),
    isResponsesOnly: isReasoning && /^(?:codex-|computer-use)|-(pro|codex|deep-research)\b/.test(name),
    isSearch: /^gpt-4o(-mini)?-search-preview/.test(name),
    efforts,
    usualEffort,
    toolEffort: toolEffortOf(name, version),
    hasVerbosity: version >= 5 && !/-(?:codex|chat)\b/.test(name),
  }
}

/**
 * From the catalogue of @ai-sdk/openai 4.0.114 (`openai-model-catalog.ts`), the notes 4 to 7 of
 * learn.microsoft.com/azure/foundry/openai/how-to/reasoning, and the errors in github.com/openai/codex/issues/6647,
 * Laisky/one-api/issues/266 and earendil-works/pi/pull/4622, all read 2026-11-18.
 */
function effortsOf(name: string, version: number): Pick<ModelFamily, 'efforts' | 'usualEffort'> {
  const efforts = (list: string, usualEffort: string) => ({ efforts: list.split(' '), usualEffort })
  if (version < 5) return efforts('low medium high', 'medium')
  if (name.startsWith('gpt-5-pro')) return efforts('high', 'high')
  if (/-pro\b/.test(name)) return efforts('medium high xhigh', 'medium')
  if (/-chat\b/.test(name)) return efforts('medium', 'medium')
  if (/^gpt-5(?:\.1)?-codex(?!-max)/.test(name)) return efforts('low medium high', 'medium')
  if (/-codex\b/.test(name)) return efforts('low medium high xhigh', 'medium')
  if (version === 5) return efforts('minimal low medium high', 'medium')
  if (version === 5.1) return efforts('none low medium high', 'none')
  // The default of 5.5 and later is not `none`: github.com/BerriAI/litellm-docs/pull/1064, read 2026-11-18.
  if (version < 5.6) return efforts('none low medium high xhigh', version < 5.5 ? 'none' : 'medium')
  if (version < 6 || /^gpt-6(?:-sol|-luna|\.1-terra)\b/.test(name))
    return efforts('none low medium high xhigh max', 'medium')
  return efforts('low medium high xhigh max', 'medium')
}

/**
 * OpenAI's guides/deployment-checklist for GPT-6; for GPT-5.4 to 5.6 the errors in
 * github.com/livekit/agents/pull/7169 and jeffdafoe/llm-memory-api/pull/178. All read 2026-11-18.
 */
function toolEffortOf(name: string, version: number): ModelFamily['toolEffort'] {
  if (version < 5.4) return undefined
  return version < 6 || /^gpt-6(?:-sol|-luna|\.1-terra)\b/.test(name) ? 'none' : 'never'
}
